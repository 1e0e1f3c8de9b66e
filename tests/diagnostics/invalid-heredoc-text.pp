file { '/etc/app/config.json':
  content => @(CONFIG:json),
    {
      "listen": 8080,
      "log": { "level": "info", },
    }
    | CONFIG
}
