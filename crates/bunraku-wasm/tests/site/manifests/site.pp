# What a browser is likely to run: data, classes, defined types, collectors, EPP and functions of many kinds.
node 'web1.example.com' {
  include web
  File <| tag == 'page' |> { mode => '0640' }
}

node default {
  notify { 'unknown': }
}
