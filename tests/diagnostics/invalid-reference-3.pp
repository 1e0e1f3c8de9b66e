@user { 'deploy': }
realize(User)
