class 'app' {
  include stdlib
}

function app::default() >> {
  80
}

type app::mode = Enum['fast', 'safe']
