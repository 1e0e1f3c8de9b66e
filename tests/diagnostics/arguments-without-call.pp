$owner = 'root'
create_resources file, { '/tmp/a' => { 'owner' => $owner } }
