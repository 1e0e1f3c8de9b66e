$users = [{ 'name' => 'root' }]
notice($users['name'])
