# @summary The folder with the pages of a site.
#
# @param name The name of the site.
# @return The path of the folder.
function vhost::document_root(String[1] $name) >> String[1] {
  "/srv/www/${vhost::slug($name)}"
}
