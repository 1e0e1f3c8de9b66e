@user { 'deploy': uid => 1001 }
realize(User['deployer'])
