# Every node tells the others its address, and writes down what it is told.

@@host { $facts['networking']['fqdn']:
  ip => $facts['networking']['ip'],
}

Host <<| |>>
