plan web::bare($x, Integer $n = 1) {
}
