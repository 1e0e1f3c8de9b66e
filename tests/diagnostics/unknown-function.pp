$names = ['web01', 'web02']
notice($names.lenght)
