notice($a::B::c)
notice("costs $ 5", $)
