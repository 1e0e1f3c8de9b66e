type A = Object[{attributes => {a => Integer}}]
type B = Object[{parent => A, attributes => {a => {type => B, override => true}}}]
notice(B)
