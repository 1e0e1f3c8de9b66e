$defaults = { 'mode' => '0644' }
$all = $defaults + 'owner'
