$users = { 'root' => { 'uid' => 0 } }
notice($users['admin']['uid'])
