$facts = { 'kernel' => 'Linux' }
