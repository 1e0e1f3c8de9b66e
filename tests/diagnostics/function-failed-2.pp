notice(Integer('eighty'))
