//! Explanations of resources and values for people.
#![allow(clippy::expect_used, clippy::panic, reason = "what fails here is not what is tested")]

use std::sync::Arc;

use bunraku::{Facts, Program, Site, catalog::Catalog, insight::why};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{FileKind, MemoryWorld, World};
use expect_test::{Expect, expect};

const WEB: &str = "\
class web (
  Integer $port = 80,
  String $name_of_site,
) {
  $root = \"/srv/${name_of_site}\"
  if $facts['os']['family'] == 'Debian' {
    file { '/etc/web.conf':
      content => \"port ${port}\\nroot ${root}\\n\",
    }
  } else {
    notify { 'other': }
  }
  case $port {
    80, 443: { notify { 'usual': message => $web::port } }
    default: { }
  }
}
";

fn compile() -> Catalog {
    let world = MemoryWorld::new()
        .with(
            "/env/manifests/site.pp",
            "File { mode => '0644' }\nnode default {\n  include web\n}\nFile <| |> { owner => 'root' }\n",
        )
        .with("/env/modules/web/manifests/init.pp", WEB)
        .with("/env/hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
        .with("/env/data/common.yaml", "---\nother: 1\nweb::name_of_site: main\n");
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let world = Arc::new(world) as Arc<dyn World>;
    let environment = Environment::open(world, &layout, bunraku::language(&PUPPET8, Default::default()))
        .expect("the environment");
    let mut program = Program::new(&PUPPET8);
    program.facts = Facts::parse("facts", r#"{"os": {"family": "Debian"}}"#).expect("facts").values;
    let outcome = program.compile(&Site::new(environment, None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    outcome.catalog.unwrap_or_else(|| panic!("{problems:?}"))
}

fn value(type_name: &str, title: &str, name: &str, expected: Expect) {
    let catalog = compile();
    let resource = catalog.find(type_name, title).expect("the resource");
    let param = resource.param(name).expect("the parameter");
    expected.assert_eq(&why::to_text(&why::parameter(&catalog, resource, param, &|_| None)));
}

#[test]
fn a_value_is_followed_to_data_defaults_and_facts() {
    value(
        "File",
        "/etc/web.conf",
        "content",
        expect![[r#"
            File[/etc/web.conf] content = "port 80\nroot /srv/main\n"
              set by an attribute
                --> /env/modules/web/manifests/init.pp:8:7
                   8 |       content => "port ${port}\nroot ${root}\n",
                only if `$facts['os']['family'] == 'Debian'`
                  --> /env/modules/web/manifests/init.pp:6:6
                     6 |   if $facts['os']['family'] == 'Debian' {
                  from the fact `os.family`
                Class[Web] port = 80
                  the default of parameter `$port`
                    --> /env/modules/web/manifests/init.pp:2:11
                       2 |   Integer $port = 80,
                from the variable `$root`
                  --> /env/modules/web/manifests/init.pp:5:3
                     5 |   $root = "/srv/${name_of_site}"
                  Class[Web] name_of_site = 'main'
                    looked up in Hiera as `web::name_of_site`
                      found in layer environment, level `common`
                        --> /env/data/common.yaml:3
        "#]],
    );
}

#[test]
fn defaults_and_collectors() {
    value(
        "File",
        "/etc/web.conf",
        "mode",
        expect![[r#"
        File[/etc/web.conf] mode = '0644'
          set by the resource defaults for File
            --> /env/manifests/site.pp:1:8
               1 | File { mode => '0644' }
    "#]],
    );
    value(
        "File",
        "/etc/web.conf",
        "owner",
        expect![[r#"
        File[/etc/web.conf] owner = 'root'
          set by a collector
            --> /env/manifests/site.pp:5:14
               5 | File <| |> { owner => 'root' }
            the collector
              --> /env/manifests/site.pp:5:1
                 5 | File <| |> { owner => 'root' }
    "#]],
    );
}

#[test]
fn a_variable_of_a_class_is_its_parameter() {
    value(
        "Notify",
        "usual",
        "message",
        expect![[r#"
            Notify[usual] message = 80
              set by an attribute
                --> /env/modules/web/manifests/init.pp:14:34
                  14 |     80, 443: { notify { 'usual': message => $web::port } }
                only if `$port` matches `80, 443`
                  --> /env/modules/web/manifests/init.pp:14:5
                    14 |     80, 443: { notify { 'usual': message => $web::port } }
                  Class[Web] port = 80
                    the default of parameter `$port`
                      --> /env/modules/web/manifests/init.pp:2:11
                         2 |   Integer $port = 80,
                Class[Web] port, as above = 80
        "#]],
    );
}

#[test]
fn a_resource_is_followed_to_the_top() {
    let catalog = compile();
    let resource = catalog.find("File", "/etc/web.conf").expect("the resource");
    let reasons = why::resource(&catalog, resource);
    expect![[r#"
        File[/etc/web.conf] is declared by Class[Web]
          --> /env/modules/web/manifests/init.pp:7:5
             7 |     file { '/etc/web.conf':
          only if `$facts['os']['family'] == 'Debian'`
            --> /env/modules/web/manifests/init.pp:6:6
               6 |   if $facts['os']['family'] == 'Debian' {
            from the fact `os.family`
          Class[Web] is declared by Node[default]
            --> /env/manifests/site.pp:3:3
               3 |   include web
            Node[default] is declared by Class[main]
              --> /env/manifests/site.pp:2:1
                 2 | node default {
              Class[main] is declared
    "#]]
    .assert_eq(&why::to_text(&reasons));
    let json = why::to_json(&reasons);
    assert!(json.contains("\"says\": \"File[/etc/web.conf] is declared by Class[Web]\""), "{json}");
}

const HOME: &str = "\
function home::folder(String $of) >> String {
  \"${home::base}/${of}\"
}
";

const USERS: &str = "\
class home (String $base = '/home', Boolean $wanted = lookup('home.wanted')) {
  if $wanted {
    lookup('people').each |$person| {
      home::user { \"u-${person}\": }
    }
  }
}
";

const USER: &str = "\
define home::user () {
  file { home::folder($title): }
}
";

/// What is followed further: calls of functions and lookups, titles, and the variables of conditions.
#[test]
fn calls_titles_and_conditions_are_followed() {
    let world = MemoryWorld::new()
        .with("/env/manifests/site.pp", "include home\n")
        .with("/env/modules/home/manifests/init.pp", USERS)
        .with("/env/modules/home/manifests/user.pp", USER)
        .with("/env/modules/home/functions/folder.pp", HOME)
        .with("/env/hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
        .with("/env/data/common.yaml", "---\npeople: [ada]\nhome: { wanted: true }\n");
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let world = Arc::new(world) as Arc<dyn World>;
    let environment = Environment::open(world, &layout, bunraku::language(&PUPPET8, Default::default()))
        .expect("the environment");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    let catalog = outcome.catalog.unwrap_or_else(|| panic!("{problems:?}"));
    let resource = catalog.find("File", "/home/u-ada").expect("the resource");
    expect![[r#"
        File[/home/u-ada] is declared by Home::User[u-ada]
          --> /env/modules/home/manifests/user.pp:2:3
             2 |   file { home::folder($title): }
          from the function `home::folder`
            --> /env/modules/home/functions/folder.pp:1:1
               1 | function home::folder(String $of) >> String {
            Class[Home] base = '/home'
              the default of parameter `$base`
                --> /env/modules/home/manifests/init.pp:1:20
                   1 | class home (String $base = '/home', Boolean $wanted = lookup('home.wanted')) {
          from the title of Home::User[u-ada]
            --> /env/modules/home/manifests/init.pp:4:7
               4 |       home::user { "u-${person}": }
            from `$person`, an element of `lookup('people').each`
              --> /env/modules/home/manifests/init.pp:3:5
                 3 |     lookup('people').each |$person| {
          Home::User[u-ada] is declared by Class[Home]
            --> /env/modules/home/manifests/init.pp:4:7
               4 |       home::user { "u-${person}": }
            only for an element of `lookup('people').each |$person|`
              --> /env/modules/home/manifests/init.pp:3:5
                 3 |     lookup('people').each |$person| {
            only if `$wanted`
              --> /env/modules/home/manifests/init.pp:2:6
                 2 |   if $wanted {
              Class[Home] wanted = true
                the default of parameter `$wanted`
                  --> /env/modules/home/manifests/init.pp:1:45
                     1 | class home (String $base = '/home', Boolean $wanted = lookup('home.wanted')) {
                  looked up in Hiera as `home.wanted`
            Class[Home] is declared by Class[main]
              --> /env/manifests/site.pp:1:1
                 1 | include home
              Class[main] is declared
    "#]]
    .assert_eq(&why::to_text(&why::resource(&catalog, resource)));
    let stage = catalog.find("Stage", "main").expect("the stage");
    let supplied = why::supplied(&catalog, stage, "name").unwrap_or_default();
    assert_eq!(
        why::to_text(&supplied),
        "Stage[main] name = 'main'\n  from the title of Stage[main], which is built in\n"
    );
    assert!(why::supplied(&catalog, stage, "other").is_none());
}

/// The reasons for a parameter in a program of one file.
fn reasons_in(program: &str, type_name: &str, title: &str, name: Option<&str>) -> String {
    let world = MemoryWorld::new()
        .with("/env/manifests/site.pp", program)
        .with("/env/modules/m/manifests/init.pp", "class m {\n}\n")
        .with("/env/modules/m/templates/a.epp", "<%- | $own, $other = $seen | -%>\n<%= $own %><%= $top %>\n")
        .with("/env/modules/m/lib/puppet/functions/m/f.rb", RUBY);
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let world = Arc::new(world) as Arc<dyn World>;
    let environment =
        Environment::open(world.clone(), &layout, bunraku::language(&PUPPET8, Default::default()))
            .expect("the environment");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    let catalog = outcome.catalog.unwrap_or_else(|| panic!("{problems:?}"));
    let resource = catalog.find(type_name, title).expect("the resource");
    let read = |path: &str| String::from_utf8(world.read(path.as_ref(), FileKind::Content).ok()?).ok();
    why::to_text(&match name {
        Some(name) => why::parameter(&catalog, resource, resource.param(name).expect("the parameter"), &read),
        None => why::resource(&catalog, resource),
    })
}

const RUBY: &str = "Puppet::Functions.create_function(:'m::f') do
  def f(x)
    x
  end
end
";

#[test]
fn what_other_code_changes_is_followed_in_the_scope_of_that_code() {
    let program = "\
class base { @user { 'vic': tag => 'people' } }
class other ($shell = '/bin/zsh') {
  if $shell =~ /zsh/ {
    User<| tag == 'people' |> { shell => $shell }
  }
}
class base::sub ($group = 'adm') inherits base { User['vic'] { groups => $group } }
define d ($of) { User<| title == 'vic' |> { comment => $of } }
include base, other, base::sub
d { 'one': of => 'the define' }
";
    expect![[r#"
        User[vic] shell = '/bin/zsh'
          set by a collector
            --> /env/manifests/site.pp:4:33
               4 |     User<| tag == 'people' |> { shell => $shell }
            only if `$shell =~ /zsh/`
              --> /env/manifests/site.pp:3:6
                 3 |   if $shell =~ /zsh/ {
              Class[Other] shell = '/bin/zsh'
                the default of parameter `$shell`
                  --> /env/manifests/site.pp:2:14
                     2 | class other ($shell = '/bin/zsh') {
            Class[Other] shell, as above = '/bin/zsh'
            the collector
              --> /env/manifests/site.pp:4:5
                 4 |     User<| tag == 'people' |> { shell => $shell }
    "#]]
    .assert_eq(&reasons_in(program, "User", "vic", Some("shell")));
    expect![[r#"
        User[vic] groups = 'adm'
          set by an override
            --> /env/manifests/site.pp:7:64
               7 | class base::sub ($group = 'adm') inherits base { User['vic'] { groups => $group } }
            Class[Base::Sub] group = 'adm'
              the default of parameter `$group`
                --> /env/manifests/site.pp:7:18
                   7 | class base::sub ($group = 'adm') inherits base { User['vic'] { groups => $group } }
    "#]]
    .assert_eq(&reasons_in(program, "User", "vic", Some("groups")));
    expect![[r#"
        User[vic] comment = 'the define'
          set by a collector
            --> /env/manifests/site.pp:8:45
               8 | define d ($of) { User<| title == 'vic' |> { comment => $of } }
            D[one] of = 'the define'
              set by an attribute
                --> /env/manifests/site.pp:10:12
                  10 | d { 'one': of => 'the define' }
            the collector
              --> /env/manifests/site.pp:8:18
                 8 | define d ($of) { User<| title == 'vic' |> { comment => $of } }
    "#]]
    .assert_eq(&reasons_in(program, "User", "vic", Some("comment")));
    // Who made the virtual resource real, and under which condition.
    expect![[r#"
        User[vic] is declared by Class[Base]
          --> /env/manifests/site.pp:1:14
             1 | class base { @user { 'vic': tag => 'people' } }
          virtual, and realized here
            --> /env/manifests/site.pp:4:5
               4 |     User<| tag == 'people' |> { shell => $shell }
            only if `$shell =~ /zsh/`
              --> /env/manifests/site.pp:3:6
                 3 |   if $shell =~ /zsh/ {
              Class[Other] shell = '/bin/zsh'
                the default of parameter `$shell`
                  --> /env/manifests/site.pp:2:14
                     2 | class other ($shell = '/bin/zsh') {
          Class[Base] is declared by Class[main]
            --> /env/manifests/site.pp:9:1
               9 | include base, other, base::sub
            Class[main] is declared
    "#]]
    .assert_eq(&reasons_in(program, "User", "vic", None));
}

#[test]
fn the_branches_before_an_elsif_or_else_count() {
    let program = "\
if $facts['a'] { }
elsif $facts['b'] { notify { 'second': } }
elsif true { notify { 'third': } }
else { notify { 'last': } }
if false { } elsif false { } else { notify { 'other': } }
";
    expect![[r#"
        Notify[third] is declared by Class[main]
          --> /env/manifests/site.pp:3:14
             3 | elsif true { notify { 'third': } }
          only if `true`
            --> /env/manifests/site.pp:3:7
               3 | elsif true { notify { 'third': } }
          only unless `$facts['a']`
            --> /env/manifests/site.pp:1:4
               1 | if $facts['a'] { }
            from the fact `a`
          only unless `$facts['b']`
            --> /env/manifests/site.pp:2:7
               2 | elsif $facts['b'] { notify { 'second': } }
            from the fact `b`
          Class[main] is declared
    "#]]
    .assert_eq(&reasons_in(program, "Notify", "third", None));
    let other = reasons_in(program, "Notify", "other", None);
    assert_eq!(other.matches("only unless `false`").count(), 2, "{other}");
}

#[test]
fn templates_and_functions_in_ruby_are_followed() {
    let program = "\
$top = 't'
$seen = 's'
include m
notify { 'file': message => epp('m/a.epp', { own => 'o' }) }
notify { 'inline': message => inline_epp(\"<%- |\\$a| -%><%= \\$a %>\", { a => $top }) }
notify { 'quoted': message => inline_template('<%= @seen %>') }
notify { 'ruby': message => m::f($top) }
[1].map |$x| { $x * 2 }.each |$y| { notify { \"y${y}\": message => $y } }
function make($text) { notify { 'made': message => $text } }
make('x')
[$left, [$right]] = [1, [$top]]
notify { 'several': message => $right }
";
    for title in ["file", "inline", "quoted", "ruby", "y2", "made", "several"] {
        let told = reasons_in(program, "Notify", title, Some("message"));
        let expected = match title {
            "file" => expect![[r#"
                Notify[file] message = "ot\n"
                  set by an attribute
                    --> /env/manifests/site.pp:4:18
                       4 | notify { 'file': message => epp('m/a.epp', { own => 'o' }) }
                    from the file `m/a.epp`
                      --> /env/modules/m/templates/a.epp:1
                      from the variable `$seen`
                        --> /env/manifests/site.pp:2:1
                           2 | $seen = 's'
                      from the variable `$top`
                        --> /env/manifests/site.pp:1:1
                           1 | $top = 't'
            "#]],
            "inline" => expect![[r#"
                Notify[inline] message = 't'
                  set by an attribute
                    --> /env/manifests/site.pp:5:20
                       5 | notify { 'inline': message => inline_epp("<%- |\$a| -%><%= \$a %>", { a => $top }) }
                    from the variable `$top`
                      --> /env/manifests/site.pp:1:1
                         1 | $top = 't'
            "#]],
            "quoted" => expect![[r#"
                Notify[quoted] message = 's'
                  set by an attribute
                    --> /env/manifests/site.pp:6:20
                       6 | notify { 'quoted': message => inline_template('<%= @seen %>') }
                    from the variable `$seen`
                      --> /env/manifests/site.pp:2:1
                         2 | $seen = 's'
            "#]],
            "ruby" => expect![[r#"
                Notify[ruby] message = 't'
                  set by an attribute
                    --> /env/manifests/site.pp:7:18
                       7 | notify { 'ruby': message => m::f($top) }
                    from the function `m::f`, in Ruby
                      --> /env/modules/m/lib/puppet/functions/m/f.rb:1
                    from the variable `$top`
                      --> /env/manifests/site.pp:1:1
                         1 | $top = 't'
            "#]],
            "y2" => expect![[r#"
                Notify[y2] message = 2
                  set by an attribute
                    --> /env/manifests/site.pp:8:55
                       8 | [1].map |$x| { $x * 2 }.each |$y| { notify { "y${y}": message => $y } }
                    only for an element of `[1].map |$x| { $x * 2 }.each |$y|`
                      --> /env/manifests/site.pp:8:1
                         8 | [1].map |$x| { $x * 2 }.each |$y| { notify { "y${y}": message => $y } }
                    from `$y`, an element of `[1].map |$x| { $x * 2 }.each`
                      --> /env/manifests/site.pp:8:1
                         8 | [1].map |$x| { $x * 2 }.each |$y| { notify { "y${y}": message => $y } }
            "#]],
            "made" => expect![[r#"
                Notify[made] message = 'x'
                  set by an attribute
                    --> /env/manifests/site.pp:9:41
                       9 | function make($text) { notify { 'made': message => $text } }
                    from the parameter `$text` of `make`
                      --> /env/manifests/site.pp:9:15
                         9 | function make($text) { notify { 'made': message => $text } }
            "#]],
            _ => expect![[r#"
                Notify[several] message = 't'
                  set by an attribute
                    --> /env/manifests/site.pp:12:21
                      12 | notify { 'several': message => $right }
                    from the variable `$right`
                      --> /env/manifests/site.pp:11:1
                        11 | [$left, [$right]] = [1, [$top]]
                      from the variable `$top`
                        --> /env/manifests/site.pp:1:1
                           1 | $top = 't'
            "#]],
        };
        expected.assert_eq(&told);
    }
}
