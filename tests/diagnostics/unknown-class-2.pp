class app::params { }
class app inherits app::param {
  notice('app')
}
include app
