//! The resource types that were part of Puppet before version 6 and have since moved to separate modules.
//!
//! Most of these modules are installed together with Puppet's agent, and manifests use the types without thinking of a
//! module, so they are known even if they are not on the modulepath.

use crate::table::{Form, Row};

pub(crate) static TYPES: &[Row] = &[
    // augeas_core
    Row {
        name: "augeas",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "changes context force incl lens load_path name onlyif provider returns root show_diff type_check",
    },
    // cron_core
    Row {
        name: "cron",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "command ensure environment hour minute month monthday name provider special target user weekday",
    },
    // host_core
    Row {
        name: "host",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "comment ensure host_aliases ip name provider target",
    },
    // k5login_core
    Row {
        name: "k5login",
        namevars: &["path"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "ensure mode path principals provider selrange selrole seltype seluser",
    },
    // macdslocal_core
    Row {
        name: "computer",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "en_address ensure ip_address name provider realname",
    },
    Row {
        name: "macauthorization",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "allow_root auth_class auth_type authenticate_user comment ensure group k_of_n mechanisms name \
                     provider rule session_owner shared timeout tries",
    },
    Row {
        name: "mcx",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "content ds_name ds_type ensure name provider",
    },
    // mailalias_core
    Row {
        name: "mailalias",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "ensure file name provider recipient target",
    },
    // maillist_core
    Row {
        name: "maillist",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "admin description ensure mailserver name password provider webserver",
    },
    // mount_core
    Row {
        name: "mount",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "atboot blockdevice device dump ensure fstype name options pass provider remounts target",
    },
    // nagios_core
    Row {
        name: "nagios_command",
        namevars: &["command_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "command_line command_name ensure group mode owner poller_tag provider target use",
    },
    Row {
        name: "nagios_contact",
        namevars: &["contact_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "address1 address2 address3 address4 address5 address6 alias can_submit_commands contact_name \
                     contactgroups email ensure group host_notification_commands host_notification_options \
                     host_notification_period host_notifications_enabled mode owner pager provider register \
                     retain_nonstatus_information retain_status_information service_notification_commands \
                     service_notification_options service_notification_period service_notifications_enabled target use",
    },
    Row {
        name: "nagios_contactgroup",
        namevars: &["contactgroup_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "alias contactgroup_members contactgroup_name ensure group members mode owner provider register \
                     target use",
    },
    Row {
        name: "nagios_host",
        namevars: &["host_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "action_url active_checks_enabled address alias business_impact check_command check_freshness \
                     check_interval check_period contact_groups contacts display_name ensure event_handler \
                     event_handler_enabled failure_prediction_enabled first_notification_delay flap_detection_enabled \
                     flap_detection_options freshness_threshold group high_flap_threshold host_name hostgroups icon_image \
                     icon_image_alt initial_state low_flap_threshold max_check_attempts mode notes notes_url \
                     notification_interval notification_options notification_period notifications_enabled \
                     obsess_over_host owner parents passive_checks_enabled poller_tag process_perf_data provider realm \
                     register retain_nonstatus_information retain_status_information retry_interval stalking_options \
                     statusmap_image target use vrml_image",
    },
    Row {
        name: "nagios_hostdependency",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name dependency_period dependent_host_name dependent_hostgroup_name ensure \
                     execution_failure_criteria group host_name hostgroup_name inherits_parent mode \
                     notification_failure_criteria owner provider register target use",
    },
    Row {
        name: "nagios_hostescalation",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name contact_groups contacts ensure escalation_options escalation_period \
                     first_notification group host_name hostgroup_name last_notification mode notification_interval owner \
                     provider register target use",
    },
    Row {
        name: "nagios_hostextinfo",
        namevars: &["host_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "ensure group host_name icon_image icon_image_alt mode notes notes_url owner provider register \
                     statusmap_image target use vrml_image",
    },
    Row {
        name: "nagios_hostgroup",
        namevars: &["hostgroup_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "action_url alias ensure group hostgroup_members hostgroup_name members mode notes notes_url owner \
                     provider realm register target use",
    },
    Row {
        name: "nagios_service",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name action_url active_checks_enabled business_impact check_command check_freshness \
                     check_interval check_period contact_groups contacts display_name ensure event_handler \
                     event_handler_enabled failure_prediction_enabled first_notification_delay flap_detection_enabled \
                     flap_detection_options freshness_threshold group high_flap_threshold host_name hostgroup_name \
                     icon_image icon_image_alt initial_state is_volatile low_flap_threshold max_check_attempts mode \
                     normal_check_interval notes notes_url notification_interval notification_options notification_period \
                     notifications_enabled obsess_over_service owner parallelize_check passive_checks_enabled poller_tag \
                     process_perf_data provider register retain_nonstatus_information retain_status_information \
                     retry_check_interval retry_interval service_description servicegroups stalking_options target use",
    },
    Row {
        name: "nagios_servicedependency",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name dependency_period dependent_host_name dependent_hostgroup_name \
                     dependent_service_description ensure execution_failure_criteria group host_name hostgroup_name \
                     inherits_parent mode notification_failure_criteria owner provider register service_description \
                     target use",
    },
    Row {
        name: "nagios_serviceescalation",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name contact_groups contacts ensure escalation_options escalation_period \
                     first_notification group host_name hostgroup_name last_notification mode notification_interval owner \
                     provider register service_description servicegroup_name target use",
    },
    Row {
        name: "nagios_serviceextinfo",
        namevars: &["_naginator_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "_naginator_name action_url ensure group host_name icon_image icon_image_alt mode notes notes_url \
                     owner provider register service_description target use",
    },
    Row {
        name: "nagios_servicegroup",
        namevars: &["servicegroup_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "action_url alias ensure group members mode notes notes_url owner provider register \
                     servicegroup_members servicegroup_name target use",
    },
    Row {
        name: "nagios_timeperiod",
        namevars: &["timeperiod_name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "alias ensure exclude friday group mode monday owner provider register saturday sunday target \
                     thursday timeperiod_name tuesday use wednesday",
    },
    // network_device_core
    Row {
        name: "interface",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "access_vlan allowed_trunk_vlans description device_url duplex encapsulation ensure etherchannel \
                     ipaddress mode name native_vlan provider speed",
    },
    Row { name: "router", namevars: &["url"], isomorphic: true, titles: Form::Whole, attributes: "url" },
    Row {
        name: "vlan",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "description device_url ensure name provider",
    },
    // scheduled_task
    Row {
        name: "scheduled_task",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "arguments command compatibility description enabled ensure name password provider trigger user \
                     working_dir",
    },
    // selinux_core
    Row {
        name: "selboolean",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "name persistent provider value",
    },
    Row {
        name: "selmodule",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "ensure name provider selmoduledir selmodulepath syncversion",
    },
    // sshkeys_core
    Row {
        name: "ssh_authorized_key",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "drop_privileges ensure key name options provider target type user",
    },
    Row {
        name: "sshkey",
        namevars: &["type", "name"],
        isomorphic: true,
        titles: Form::Sshkey,
        attributes: "ensure host_aliases key name provider target type",
    },
    // yumrepo_core
    Row {
        name: "yumrepo",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "assumeyes bandwidth baseurl cost deltarpm_metadata_percentage deltarpm_percentage descr enabled \
                     enablegroups ensure exclude failovermethod gpgcakey gpgcheck gpgkey http_caching include includepkgs \
                     keepalive metadata_expire metalink minrate mirrorlist mirrorlist_expire module_hotfixes name \
                     password payload_gpgcheck priority protect provider proxy proxy_password proxy_username \
                     repo_gpgcheck retries s3_enabled skip_if_unavailable sslcacert sslclientcert sslclientkey sslverify \
                     target throttle timeout username",
    },
    // zfs_core
    Row {
        name: "zfs",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "aclinherit aclmode acltype atime canmount checksum compression copies dedup defaultuserquota devices \
                     ensure exec logbias mountpoint name nbmand overlay primarycache provider quota readonly recordsize \
                     refquota refreservation relatime reservation secondarycache setuid shareiscsi sharenfs sharesmb \
                     snapdir sync version volsize vscan xattr zoned",
    },
    Row {
        name: "zpool",
        namevars: &["pool"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "ashift autoexpand cache disk ensure failmode log mirror pool provider raid_parity raidz spare",
    },
    // zone_core
    Row {
        name: "zone",
        namevars: &["name"],
        isomorphic: true,
        titles: Form::Whole,
        attributes: "autoboot clone create_args dataset ensure id inherit install_args ip iptype name path pool provider \
                     realhostname shares sysidcfg",
    },
];
