# @summary A port that needs no privileges
type Web::Port = Variant[
  Integer[1024, 65535],
  Enum['http', 'https'],
]
