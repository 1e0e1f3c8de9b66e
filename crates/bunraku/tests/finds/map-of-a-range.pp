notice(Integer[-9223372036854775808,1].map |$x| { $x })
@notify { 'a': }
Notify <| |> { }
notice(String($r, '%p'))
notice(! 'a' in ['b'])
