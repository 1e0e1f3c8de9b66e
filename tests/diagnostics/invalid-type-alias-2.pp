type App::List[String] = Array[String]
