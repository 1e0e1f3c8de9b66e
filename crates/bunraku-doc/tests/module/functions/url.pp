# The address of a page
#
# @param path where it is
# @param rest more of the path
# @return [String] the address
# @raise PuppetError if the path is empty
# @example A page
#   web::url('/index.html')
function web::url(String $path, String *$rest) >> String {
  "http://localhost${path}"
}
