$r = [stdlib::to_json_pretty({'a'=>[1]},false,{'space'=>'','object_nl'=>'','array_nl'=>''})]
notice(String(Integer[1, 10000000000].step(3).map |$x| { }, '%p'))
