# @summary A machine that does nothing special.
class role::standard {
  contain profile::base
}
