file	{	'/etc/hosts':
		ensure	=> file,
		mode	=  '0644',
	owner	+>	'root',
}
