class profile::web-server {
}
