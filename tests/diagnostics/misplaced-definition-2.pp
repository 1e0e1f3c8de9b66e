class app {
  function app::port(Integer $offset) >> Integer {
    8000 + $offset
  }

  type App::Mode = Enum['fast', 'safe']
}
