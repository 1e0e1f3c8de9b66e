$a = ['x']
notice(2000000000.map |Integer $x| { ' ' })
