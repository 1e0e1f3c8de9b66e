class app inherits app::base { }
class app::base inherits app { }
include app
