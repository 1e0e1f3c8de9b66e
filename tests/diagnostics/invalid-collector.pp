$type = 'package'
package <| tag == 'web' |> -> Service['nginx']
