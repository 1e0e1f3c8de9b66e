//! The object identifiers of certificates, and the short names of Puppet's own.

use der::asn1::ObjectIdentifier;

macro_rules! oids {
    ($($(#[$doc:meta])* $name:ident = $oid:literal;)*) => {
        $($(#[$doc])* pub(crate) const $name: ObjectIdentifier = ObjectIdentifier::new_unwrap($oid);)*
    };
}

oids! {
    RSA = "1.2.840.113549.1.1.1";
    SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
    SHA384_WITH_RSA = "1.2.840.113549.1.1.12";
    SHA512_WITH_RSA = "1.2.840.113549.1.1.13";
    EC = "1.2.840.10045.2.1";
    P256 = "1.2.840.10045.3.1.7";
    P384 = "1.3.132.0.34";
    ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    ECDSA_WITH_SHA384 = "1.2.840.10045.4.3.3";
    ED25519 = "1.3.101.112";

    COMMON_NAME = "2.5.4.3";
    SUBJECT_KEY_IDENTIFIER = "2.5.29.14";
    KEY_USAGE = "2.5.29.15";
    SUBJECT_ALT_NAME = "2.5.29.17";
    BASIC_CONSTRAINTS = "2.5.29.19";
    CRL_NUMBER = "2.5.29.20";
    CRL_REASON = "2.5.29.21";
    DELTA_CRL = "2.5.29.27";
    AUTHORITY_KEY_IDENTIFIER = "2.5.29.35";
    EXTENDED_KEY_USAGE = "2.5.29.37";
    SERVER_AUTH = "1.3.6.1.5.5.7.3.1";
    CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    NETSCAPE_COMMENT = "2.16.840.1.113730.1.13";
    /// The attribute of a request that contains its extensions.
    EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
    /// The same attribute under Microsoft's identifier.
    MICROSOFT_EXTENSION_REQUEST = "1.3.6.1.4.1.311.2.1.14";

    /// Facts about a node with names registered by Puppet.
    REGISTERED = "1.3.6.1.4.1.34380.1.1";
    /// Facts about a node with names of a site.
    PRIVATE = "1.3.6.1.4.1.34380.1.2";
    /// Extensions for authorization.
    AUTHORIZATION = "1.3.6.1.4.1.34380.1.3";
    /// The attribute with which an agent announces that it renews its certificate.
    AUTO_RENEW = "1.3.6.1.4.1.34380.1.3.2";
    /// Authorization to use the authority's own routes.
    CLI_AUTH = "1.3.6.1.4.1.34380.1.3.39";
}

/// Whether an identifier is below another.
pub(crate) fn is_below(oid: &ObjectIdentifier, root: &ObjectIdentifier) -> bool {
    let mut arcs = oid.arcs();
    root.arcs().all(|arc| arcs.next() == Some(arc)) && arcs.next().is_some()
}

const REGISTERED_NAMES: [&str; 26] = [
    "pp_uuid",
    "pp_instance_id",
    "pp_image_name",
    "pp_preshared_key",
    "pp_cost_center",
    "pp_product",
    "pp_project",
    "pp_application",
    "pp_service",
    "pp_employee",
    "pp_created_by",
    "pp_environment",
    "pp_role",
    "pp_software_version",
    "pp_department",
    "pp_cluster",
    "pp_provisioner",
    "pp_region",
    "pp_datacenter",
    "pp_zone",
    "pp_network",
    "pp_securitypolicy",
    "pp_cloudplatform",
    "pp_apptier",
    "pp_hostname",
    "pp_owner",
];

/// Puppet's short name for the identifier of one of its extensions.
pub fn short_name(oid: &str) -> Option<&'static str> {
    let below = oid.strip_prefix("1.3.6.1.4.1.34380.1.")?;
    match below {
        "3.1" => Some("pp_authorization"),
        "3.13" => Some("pp_auth_role"),
        "3.39" => Some("pp_cli_auth"),
        _ => {
            let number: usize = below.strip_prefix("1.")?.parse().ok()?;
            REGISTERED_NAMES.get(number.checked_sub(1)?).copied()
        }
    }
}

/// The identifier for one of Puppet's short names.
pub fn oid_of(short_name: &str) -> Option<String> {
    let authorization = [("pp_authorization", 1), ("pp_auth_role", 13), ("pp_cli_auth", 39)];
    if let Some((_, number)) = authorization.iter().find(|(name, _)| *name == short_name) {
        return Some(format!("{AUTHORIZATION}.{number}"));
    }
    let at = REGISTERED_NAMES.iter().position(|name| *name == short_name)?;
    Some(format!("{REGISTERED}.{}", at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_stand_for_identifiers() {
        for name in REGISTERED_NAMES.iter().chain(&["pp_authorization", "pp_auth_role", "pp_cli_auth"]) {
            assert_eq!(short_name(&oid_of(name).unwrap()), Some(*name));
        }
        assert_eq!(oid_of("pp_role").as_deref(), Some("1.3.6.1.4.1.34380.1.1.13"));
        for unknown in
            ["1.3.6.1.4.1.34380.1.1.0", "1.3.6.1.4.1.34380.1.1.27", "1.3.6.1.4.1.34380.1.3.2", "1.2.3"]
        {
            assert_eq!(short_name(unknown), None, "{unknown}");
        }
        assert_eq!(oid_of("pp_nothing"), None);
    }

    #[test]
    fn an_identifier_is_not_below_itself() {
        assert!(is_below(&CLI_AUTH, &AUTHORIZATION));
        assert!(!is_below(&AUTHORIZATION, &AUTHORIZATION));
        assert!(!is_below(&CLI_AUTH, &REGISTERED));
        assert!(!is_below(&RSA, &CLI_AUTH));
    }
}
