//! The resource types of Puppet itself, which exist without any module.

use crate::table::{Form, Row};

pub(crate) static TYPES: &[Row] = &[
    Row { name: "component", namevars: &["name"], isomorphic: true, titles: Form::Whole, attributes: "name" },
    Row {
        name: "exec",
        namevars: &["command"],
        isomorphic: false,
        titles: Form::Whole,
        attributes: "command creates cwd environment group logoutput onlyif path provider refresh refreshonly returns \
                     timeout tries try_sleep umask unless user",
    },
    Row {
        name: "file",
        namevars: &["path"],
        isomorphic: true,
        titles: Form::Path,
        attributes: "backup checksum checksum_value content ctime ensure force group ignore links max_files mode mtime \
                     owner path provider purge recurse recurselimit replace selinux_ignore_defaults selrange selrole \
                     seltype seluser show_diff source source_permissions sourceselect staging_location target type \
                     validate_cmd validate_replacement",
    },
    Row {
        name: "filebucket",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "name path port server",
    },
    Row {
        name: "group",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "allowdupe attribute_membership attributes auth_membership ensure forcelocal gid ia_load_module \
                     members name provider system",
    },
    Row {
        name: "notify",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "message name withpath",
    },
    Row {
        name: "package",
        namevars: &["name", "provider", "command"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "adminfile allow_virtual allowcdrom category command configfiles description enable_only ensure \
                     flavor install_only install_options instance mark name package_settings platform provider \
                     reinstall_on_refresh responsefile root source status uninstall_options vendor",
    },
    Row {
        name: "resources",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "name purge unless_system_user unless_uid",
    },
    Row {
        name: "schedule",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "name period periodmatch range repeat weekday",
    },
    Row {
        name: "service",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "binary control enable ensure flags hasrestart hasstatus logonaccount logonpassword manifest name \
                     path pattern provider restart start status stop timeout",
    },
    Row { name: "stage", namevars: &["name"], isomorphic: true, titles: Form::Whole, attributes: "name" },
    Row {
        name: "tidy",
        namevars: &["path"],
        isomorphic: false,
        titles: Form::Whole,
        attributes: "age backup matches max_files path recurse rmdirs size type",
    },
    Row {
        name: "user",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "allowdupe attribute_membership attributes auth_membership auths comment ensure expiry forcelocal gid \
                     groups home ia_load_module iterations key_membership keys loginclass managehome membership name \
                     password password_max_age password_min_age password_warn_days profile_membership profiles project \
                     provider purge_ssh_keys role_membership roles salt shell system uid",
    },
    Row { name: "whit", namevars: &["name"], isomorphic: true, titles: Form::Whole, attributes: "name" },
];
