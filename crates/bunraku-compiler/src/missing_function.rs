//! Help for calls to unknown functions: a similar name, or the module that has the function.

use bunraku_diag::capitalized;
use bunraku_loader::{Environment, Module};
use bunraku_resources::ResourceType;

/// Functions of well-known modules whose names have no namespace: the name of the module on the Forge, its folder, and
/// the functions in any of its versions that Puppet itself does not have.
const WELL_KNOWN: [(&str, &str, &str); 3] = [
    (
        "puppetlabs-stdlib",
        "stdlib",
        "any2array any2bool assert_private base64 basename batch_escape bool2num bool2str clamp concat convert_base count \
         deep_merge defined_with_params delete delete_at delete_regex delete_undef_values delete_values deprecation \
         difference dig44 dirname dos2unix enclose_ipv6 ensure_packages ensure_resource ensure_resources fact \
         fqdn_rand_string fqdn_rotate fqdn_uuid get_module_path getparam glob grep has_interface_with has_ip_address \
         has_ip_network has_key hash intersection is_a is_absolute_path is_array is_bool is_domain_name is_email_address \
         is_float is_function_available is_hash is_integer is_ip_address is_ipv4_address is_ipv6_address is_mac_address \
         is_numeric is_string join_keys_to_values load_module_metadata loadjson loadyaml member merge num2bool \
         os_version_gte parsehocon parsejson parsepson parseyaml pick pick_default powershell_escape prefix private pry \
         pw_hash range regexpescape reject reverse seeded_rand seeded_rand_string shell_escape shell_join shell_split \
         shuffle sprintf_hash squeeze str2bool str2saltedpbkdf2 str2saltedsha512 suffix swapcase time to_bytes to_json \
         to_json_pretty to_python to_ruby to_toml to_yaml try_get_value type3x type_of union unix2dos uriescape \
         validate_absolute_path validate_array validate_augeas validate_bool validate_cmd validate_domain_name \
         validate_email_address validate_hash validate_integer validate_ip_address validate_ipv4_address \
         validate_ipv6_address validate_legacy validate_numeric validate_re validate_slength validate_string \
         validate_x509_rsa_key_pair values_at zip",
    ),
    ("puppetlabs-mysql", "mysql", "mysql_password"),
    (
        "openstack-openstacklib",
        "openstacklib",
        "inet6_prefix is_service_default normalize_ip_for_uri os_transport_url",
    ),
];

/// The names of functions of well-known modules, for suggestions.
pub(crate) fn well_known() -> impl Iterator<Item = &'static str> {
    WELL_KNOWN.iter().flat_map(|(_, _, functions)| functions.split_whitespace())
}

/// Functions of Ruby and of other languages, and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("print", "use `notice` to log a message"),
    ("puts", "use `notice` to log a message"),
    ("echo", "use `notice` to log a message"),
    ("gsub", "use `regsubst` with the flag `'G'`"),
    ("sub", "use `regsubst`"),
    ("to_s", "write `String($value)`"),
    ("to_i", "write `Integer($value)`"),
    ("to_f", "write `Float($value)`"),
    ("facts", "read facts from the hash `$facts`, as in `$facts['os']['family']`"),
    ("each_with_index", "use `each` with two parameters: `.each |$index, $value| { ... }`"),
    ("each_pair", "use `each` with two parameters: `.each |$key, $value| { ... }`"),
    ("select", "use `filter`"),
    ("collect", "use `map`"),
    ("inject", "use `reduce`"),
    ("push", "values cannot be changed: write `$array + [$value]`"),
    ("append", "values cannot be changed: write `$array + [$value]`"),
    ("is_a?", "compare with a type: `$value =~ String`"),
    ("nil?", "compare with `undef`: `$value == undef`"),
    ("format", "use `sprintf`"),
    ("search", "it was removed: write the full names of classes and defined types"),
    ("len", "use `length`"),
    ("count_by", "use `group_by`"),
    ("forEach", "use `each`"),
    ("foreach", "use `each`"),
    ("contains", "write `$value in $list`"),
    ("include?", "write `$value in $list`"),
    ("startswith", "match a regular expression: `$string =~ /^web/`"),
    ("startsWith", "match a regular expression: `$string =~ /^web/`"),
    ("starts_with", "match a regular expression: `$string =~ /^web/`"),
    ("endswith", "match a regular expression: `$string =~ /web$/`"),
    ("endsWith", "match a regular expression: `$string =~ /web$/`"),
    ("ends_with", "match a regular expression: `$string =~ /web$/`"),
    ("upper", "use `upcase`"),
    ("toupper", "use `upcase`"),
    ("toUpperCase", "use `upcase`"),
    ("lower", "use `downcase`"),
    ("tolower", "use `downcase`"),
    ("toLowerCase", "use `downcase`"),
    ("trim", "use `strip`"),
    ("replace", "use `regsubst`"),
    ("substr", "write `$string[0, 3]` for the first three characters"),
    ("substring", "write `$string[0, 3]` for the first three characters"),
    ("indexOf", "use `index`"),
    ("find", "use `filter`, or `index` for the position"),
    ("isset", "use `defined('$name')`"),
    ("typeof", "use `type`"),
    ("str", "write `String($value)`"),
    ("int", "write `Integer($value)`"),
    ("parseInt", "write `Integer($value)`"),
    ("float", "write `Float($value)`"),
    ("to_a", "write `Array($value)`"),
    ("to_h", "write `Hash($pairs)`"),
    ("printf", "use `sprintf` to format a string, and `notice` to log it"),
    ("require_relative", "classes are loaded automatically: use `include`"),
];

/// The help for a call to an unknown function. `similar` is the name of an existing one.
pub(crate) fn advice(name: &str, similar: Option<&str>, environment: Option<&Environment>) -> Option<String> {
    if let Some(replaced) = replaced(name) {
        let module = environment.and_then(|environment| environment.module("stdlib"));
        return Some(match module {
            Some(module) => format!("{replaced}: {}", other_version("puppetlabs-stdlib", module)),
            None => format!("{replaced}: this function was removed from puppetlabs-stdlib"),
        });
    }
    if let Some(misplaced) = environment.and_then(|environment| environment.misplaced_function(name)) {
        return Some(misplaced);
    }
    let namespace = name.split_once("::").map(|(namespace, _)| namespace);
    let known = WELL_KNOWN.iter().find(|(_, folder, functions)| match namespace {
        Some(namespace) => *folder == namespace,
        None => functions.split_whitespace().any(|function| function == name),
    });
    let advice = known.and_then(|(title, folder, _)| match environment {
        Some(environment) => match environment.module(folder) {
            Some(module) => namespace.is_none().then(|| other_version(title, module)),
            None => Some(install(title, environment)),
        },
        None => Some(format!("it comes with {title}: pass the folder of that module with `--modulepath`")),
    });
    let foreign =
        || FOREIGN.iter().find(|(foreign, _)| *foreign == name).map(|(_, advice)| (*advice).to_owned());
    let resource = || {
        let is_type = ResourceType::find(name).is_some();
        is_type.then(|| format!("`{name}` is a resource type: declare it with `{name} {{ 'title': }}`"))
    };
    advice
        .or_else(foreign)
        .or_else(resource)
        .or_else(|| similar.map(|similar| format!("did you mean `{similar}`?")))
        .or_else(|| {
            let (namespace, environment) = (namespace?, environment?);
            match environment.module(namespace) {
                Some(module) => {
                    let path: Vec<&str> = name.split("::").skip(1).collect();
                    let file = module.path.join("functions").join(path.join("/")).with_extension("pp");
                    Some(format!("it should be defined in {}", file.display()))
                }
                None => (namespace != "environment").then(|| install(namespace, environment)),
            }
        })
}

/// The help for a function that puppetlabs-stdlib no longer has, because the language has something for it.
fn replaced(name: &str) -> Option<String> {
    Some(match name {
        "has_key" => "write `$key in $hash`".to_owned(),
        "is_absolute_path" => "write `$value =~ Stdlib::Absolutepath`".to_owned(),
        "is_array" | "is_bool" | "is_float" | "is_hash" | "is_integer" | "is_numeric" | "is_string" => {
            let ty = name.trim_start_matches("is_");
            let ty = if ty == "bool" { "Boolean".to_owned() } else { capitalized(ty) };
            format!("write `$value =~ {ty}`")
        }
        "validate_absolute_path" => "declare the parameter as `Stdlib::Absolutepath`".to_owned(),
        "validate_array" | "validate_bool" | "validate_hash" | "validate_integer" | "validate_numeric"
        | "validate_string" => {
            let ty = name.trim_start_matches("validate_");
            let ty = if ty == "bool" { "Boolean".to_owned() } else { capitalized(ty) };
            format!("declare the parameter with a type, as in `{ty} $name`")
        }
        "validate_re" => "declare the parameter with a type, as in `Pattern[/.../] $name`".to_owned(),
        "validate_slength" => "declare the parameter with a type, as in `String[1, 16] $name`".to_owned(),
        _ => return None,
    })
}

/// The help if the module is missing.
fn install(title: &str, environment: &Environment) -> String {
    let folder = title.rsplit('-').next().unwrap_or(title);
    if folder == title {
        return environment.searched_for(folder);
    }
    format!("it comes with {title}; {}", environment.searched_for(folder))
}

/// The help if the module exists but lacks the function.
fn other_version(title: &str, module: &Module) -> String {
    let version = module.version.map_or_else(
        || "the version".to_owned(),
        |[major, minor, patch]| format!("version {major}.{minor}.{patch}"),
    );
    let place = module.path.display();
    format!("{version} of {title} in `{place}` does not have it: it was removed, or added in a later version")
}
