include profile::web
include ::
