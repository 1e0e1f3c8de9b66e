# Looks into a folder of a module.
Puppet::Functions.create_function(:'demo::folders') do
  def folders(path)
    found = Dir.glob("#{path}/{first,s*}.erb").map { |each| File.basename(each) }.sort
    listed = Dir.children(path).size == Dir.entries(path).size - 2
    [found, Dir[File.join(path, 'no*')], listed, File.directory?(path), Dir.exist?("#{path}/nothing"), File.extname(path)]
  end
end
