$price = "$5 or $05 for each of ${_private::x}"
notice("is it ${true}?")
