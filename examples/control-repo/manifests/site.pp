# What each node is for. A node has one role, and a role is made of profiles.

File {
  backup => false,
}

node /^web\d+\./ {
  include role::web
}

node /^db\d+\./ {
  include role::database
}

node default {
  include role::standard
}
