notice($web::port)
notice('never reached')
