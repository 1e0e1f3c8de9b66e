# A workload is a node. Those whose names begin with `stdlib` need the module.

node 'erb-loop' {
  $items = Integer[1, 2000].map |$i| { { 'name' => "host-${i}", 'port' => 8000 + $i, 'enabled' => $i % 3 != 0 } }
  $users = Integer[1, 2000].map |$i| { "user${i}" }
  Integer[1, 10].each |$i| {
    notify { "t${i}": message => template('work/loop.erb') }
  }
}

node 'erb-many' {
  Integer[1, 500].each |$i| {
    work::vhost { "site${i}": port => 8000 + $i, aliases => ["www${i}", "cdn${i}"], options => { 'b' => '2', 'a' => '1' } }
  }
}

node 'hash-walk' {
  $data = Hash(Integer[1, 1000].map |$i| { ["key-${i}", { 'value' => $i, 'list' => ["a${i}", "b${i}"] }] })
  Integer[1, 50].each |$i| {
    notify { "w${i}": message => work::walk($data, "round ${i}") }
  }
}

node 'to-hash' {
  Integer[1, 100].each |$i| {
    notify { "h${i}": message => inline_template("<% scope.to_hash.sort.each do |k, v| -%>\n<%= k %>=<%= v.class %>\n<% end -%>\n${i}") }
  }
}

node 'to-hash-yaml' {
  Integer[1, 100].each |$i| {
    notify { "y${i}": message => inline_template("<%= scope.to_hash.reject { |k, v| k.is_a?(Symbol) || v.nil? }.to_yaml %>${i}") }
  }
}

node 'digest' {
  notify { 'd': message => work::rounds('secret', 'salt', 20000) }
}

node 'pbkdf2' {
  notify { 'p': message => work::pbkdf2('a password', 'some salt', 5000) }
}

node 'objects' {
  notify { 'o': message => "${work::graph(3000)}" }
}

node 'numbers' {
  notify { 'n': message => "${work::primes(20000)} ${work::fib(20)}" }
}

node 'small-calls' {
  Integer[1, 10000].each |$i| {
    $a = work::add($i, 1)
    $b = work_legacy($i, 'x')
  }
}

node 'stdlib-validate' {
  Integer[1, 5000].each |$i| {
    validate_string("value ${i}")
    validate_re("value ${i}", '^value \d+$')
    validate_hash({ 'a' => $i })
    validate_array([$i])
  }
}

node 'stdlib-others' {
  Integer[1, 2000].each |$i| {
    $a1 = any2array("x${i}")
    $a2 = bool2str(true)
    $a3 = camelcase("some_name_${i}")
    $a4 = convert_base("${i}", 16)
    $a5 = delete(['a', 'b', "c${i}"], 'b')
    $a6 = difference(["a${i}", 'b', 'c'], ['b'])
    $a7 = dirname("/srv/${i}/file")
    $a8 = intersection(['a', 'b', "c${i}"], ['b', 'd'])
    $a9 = is_ip_address("10.0.0.${i}")
    $b1 = join_keys_to_values({ 'a' => $i, 'b' => 2 }, '=')
    $b2 = num2bool($i)
    $b3 = prefix(['a', 'b', "c${i}"], 'p')
    $b4 = range(0, 5)
    $b5 = str2bool('yes')
    $b6 = suffix(['a', 'b', "c${i}"], 's')
    $b7 = swapcase("Name${i}")
    $b8 = to_json({ 'a' => [$i, 'b'], 'c' => { 'd' => true } })
    $b9 = union(['a', "b${i}"], ['b', 'c'])
  }
}
