$text = inline_epp("<%- | Integer \$port | -%>\nlisten <%= \$port %>\n", { 'port' => '80' })
notice($text)
