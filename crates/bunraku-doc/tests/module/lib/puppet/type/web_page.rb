Puppet::Type.newtype(:web_page) do
  @doc = <<-DOC
    A page of the server.

    @example A page
      web_page { '/index.html': }
  DOC

  feature :gzip, 'Can be compressed'

  ensurable

  newparam(:path, namevar: true) do
    desc 'Where it is.'
    isnamevar
  end

  newparam(:cached, boolean: true, parent: Puppet::Parameter::Boolean) do
    desc "Whether it is kept, which takes memory but answers much faster than reading it again each time that somebody asks for it from anywhere."
    defaultto true
  end

  newproperty(:language, required_features: :gzip) do
    desc 'The language of the page.'
    newvalues(:en, 'de', %r{^x-})
    aliasvalue(:english, :en)
    defaultto :en
  end
end
