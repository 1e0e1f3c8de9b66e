$user = 'app'
notice("the home of ${user is /srv/app)
