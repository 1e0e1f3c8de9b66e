Puppet::Type.type(:web_page).provide(:disk) do
  desc 'Keeps pages on the disk.'
  commands ls: 'ls'
  confine kernel: 'Linux'
  defaultfor kernel: :linux
  has_feature :gzip
end
