//! Functions of modules other than puppetlabs-stdlib that many manifests call. They are callable only if their module
//! is present.

use bunraku_eval::Builtin;

mod apache;
mod mysql;
mod openstacklib;

/// The functions, each with the name of its module.
pub fn modules() -> Vec<(&'static str, &'static Builtin)> {
    vec![
        ("apache", &apache::BOOL2HTTPD),
        ("mysql", &mysql::MYSQL_PASSWORD),
        ("mysql", &mysql::PASSWORD),
        ("openstacklib", &openstacklib::INET6_PREFIX),
        ("openstacklib", &openstacklib::IS_SERVICE_DEFAULT),
        ("openstacklib", &openstacklib::NORMALIZE_IP_FOR_URI),
        ("openstacklib", &openstacklib::OS_TRANSPORT_URL),
    ]
}
