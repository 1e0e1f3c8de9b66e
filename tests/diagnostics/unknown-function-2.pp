function app::greeting(String $name) {
  "Hello ${name}"
}
notice(app::greetings('you'))
