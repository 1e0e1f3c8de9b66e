File <<| tag == 'lab' |>>
