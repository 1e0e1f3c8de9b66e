notice(inline_template('<%= `hostname` %>'))
