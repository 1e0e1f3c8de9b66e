//! Resource types written in Ruby: the effect of each method with which Puppet describes them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::{collections::HashMap, sync::Arc};

use bunraku_pcore::Value;
use bunraku_ruby_puppet::{
    Code, Ruby, RubyError, RunLimits, parse,
    types::{
        Accepted, ApplyTo, Attribute, DefaultValue, Libraries, Relation, RubyType, TitleError, TitleSplit,
        TypeHost,
    },
};

/// The files of some modules, by name.
#[derive(Default, Clone)]
struct Files(HashMap<&'static str, &'static str>);

impl Libraries for Files {
    fn library(&mut self, name: &str, _: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let text = self.0.get(name)?;
        Some(parse(name, text).map(Arc::new).map_err(Arc::new))
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let names = self.0.keys().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        let mut names: Vec<String> = names.filter(|name| !name.contains('/')).map(str::to_string).collect();
        names.sort();
        names
    }
}

fn read_with(files: &[(&'static str, &'static str)], text: &str) -> Result<RubyType, String> {
    let mut host = TypeHost::new(Files(files.iter().copied().collect()));
    let code = parse("lib/puppet/type/thing.rb", text).map_err(|error| error.message)?;
    Ruby::new().read_type(&mut host, RunLimits::default(), &code, "thing").map_err(|error| error.message)
}

fn read(text: &str) -> RubyType {
    read_with(&[], text).unwrap()
}

/// A type with a given block.
fn thing(block: &str) -> RubyType {
    read(&format!("Puppet::Type.newtype(:thing) do\n{block}\nend"))
}

fn fails(block: &str) -> String {
    read_with(&[], &format!("Puppet::Type.newtype(:thing) do\n{block}\nend")).unwrap_err()
}

fn names(attributes: &[Attribute]) -> Vec<&str> {
    attributes.iter().map(|each| each.name.as_str()).collect()
}

fn all(resource_type: &RubyType) -> Vec<&str> {
    resource_type.attributes().map(|each| each.name.as_str()).collect()
}

fn texts(list: &[bunraku_pcore::Str]) -> Vec<&str> {
    list.iter().map(|each| each.as_str()).collect()
}

fn values(attribute: &Attribute) -> Vec<String> {
    let show = |value: &Accepted| match value {
        Accepted::Word(word, aliases) if aliases.is_empty() => word.to_string(),
        Accepted::Word(word, aliases) => format!("{word} = {}", texts(aliases).join(", ")),
        Accepted::Pattern(pattern) => pattern.inspect(),
    };
    attribute.values.iter().map(show).collect()
}

fn parsed(resource_type: &RubyType, title: &str) -> Vec<(String, Option<String>)> {
    let values = resource_type.parse_title(title).unwrap();
    values
        .into_iter()
        .map(|each| (each.attribute.to_string(), each.text.map(|text| text.to_string())))
        .collect()
}

#[test]
fn parameters_and_properties_keep_their_order() {
    let resource_type = thing(
        "newproperty(:color)
         newparam(:Path) { isnamevar }
         newparam(:size)
         newproperty(:shape)
         ensurable",
    );
    assert_eq!(names(&resource_type.properties), ["ensure", "color", "shape"]);
    assert_eq!(names(&resource_type.parameters), ["path", "size"]);
    assert_eq!(texts(&resource_type.namevars), ["path"]);
    assert_eq!(all(&resource_type), ["path", "ensure", "color", "shape", "size"]);
    assert!(resource_type.has_attribute("color"));
    assert!(resource_type.has_attribute("name"));
    assert!(!resource_type.has_attribute("colour"));
}

#[test]
fn ensure_has_its_usual_values_or_those_of_the_block() {
    let usual = thing("ensurable");
    assert_eq!(values(&usual.properties[0]), ["present", "absent"]);
    assert_eq!(usual.properties[0].default, DefaultValue::Computed);
    let own = thing(
        "ensurable do
           newvalue(:running) { provider.start }
           newvalue(:stopped)
           aliasvalue(:down, :stopped)
           defaultto :running
         end",
    );
    assert_eq!(values(&own.properties[0]), ["running", "stopped = down"]);
    assert_eq!(own.properties[0].default, DefaultValue::Value(Value::from("running")));
}

#[test]
fn a_type_that_can_create_and_destroy_is_ensurable() {
    let resource_type = thing("def exists?; end\ndef create; end\ndef destroy; end");
    assert_eq!(names(&resource_type.properties), ["ensure"]);
    assert!(thing("def exists?; end").properties.is_empty());
}

#[test]
fn values_are_words_and_patterns() {
    let resource_type = thing(
        "newparam(:mode) do
           newvalues(:fast, 'slow', true, 1, /^x\\d+$/i)
           aliasvalue :quick, :fast
         end",
    );
    let mode = &resource_type.parameters[0];
    assert_eq!(values(mode), ["fast = quick", "slow", "true", "1", r"/^x\d+$/i"]);
}

#[test]
fn another_name_of_no_value_fails() {
    assert!(fails("newparam(:mode) { newvalues :fast; aliasvalue :quick, :slow }").contains("slow"));
}

#[test]
fn defaults_are_plain_or_computed() {
    let resource_type = thing(
        "newparam(:none)
         newparam(:word) { defaultto :one }
         newparam(:list) { defaultto ['a', 1] }
         newparam(:block) { defaultto { Facter.value(:kernel) } }
         newparam(:no) { defaultto false }
         newparam(:a_class) { defaultto String }",
    );
    let defaults: Vec<&DefaultValue> = resource_type.parameters.iter().map(|each| &each.default).collect();
    assert_eq!(*defaults[0], DefaultValue::None);
    assert_eq!(*defaults[1], DefaultValue::Value(Value::from("one")));
    assert_eq!(*defaults[2], DefaultValue::Value(Value::array(vec![Value::from("a"), Value::Int(1)])));
    assert_eq!(*defaults[3], DefaultValue::Computed);
    assert_eq!(*defaults[4], DefaultValue::Value(Value::Bool(false)));
    assert_eq!(*defaults[5], DefaultValue::Computed);
    assert!(fails("newparam(:x) { defaultto nil }").contains("defaultto"));
}

#[test]
fn blocks_for_the_machine_do_not_run() {
    let resource_type = thing(
        "desc 'A thing.'
         newparam(:name, namevar: true) do
           desc 'Its name.'
           validate { |value| raise 'never' }
           munge { |value| raise 'never' }
           unmunge { |value| raise 'never' }
           sensitive true
         end
         validate { raise 'never' }
         autorequire(:file) { raise 'never' }
         def self.instances; raise 'never'; end
         def refresh; raise 'never'; end",
    );
    assert_eq!(resource_type.doc.as_str(), "A thing.");
    assert_eq!(resource_type.parameters[0].doc.as_str(), "Its name.");
    assert!(resource_type.parameters[0].namevar && resource_type.parameters[0].required);
}

#[test]
fn namevars_are_parameters_that_say_so_or_are_called_name() {
    let resource_type = thing("newparam(:name)\nnewparam(:size) { isrequired }");
    assert_eq!(texts(&resource_type.namevars), ["name"]);
    assert!(resource_type.parameters[1].required);
    // A property cannot name a resource.
    let resource_type = thing("newparam(:path) { isnamevar }\nnewproperty(:id) { isnamevar }");
    assert_eq!(texts(&resource_type.namevars), ["path"]);
    assert!(resource_type.properties[0].namevar);
}

#[test]
fn a_title_is_the_only_namevar() {
    let resource_type = thing("newparam(:path) { isnamevar }");
    assert_eq!(parsed(&resource_type, "/a\nb"), [("path".to_string(), Some("/a\nb".to_string()))]);
}

#[test]
fn several_namevars_need_patterns() {
    let resource_type = thing("newparam(:a) { isnamevar }\nnewparam(:b) { isnamevar }");
    assert!(matches!(&resource_type.titles, TitleSplit::Fails(reason) if reason.contains("a, b")));
    assert!(matches!(resource_type.parse_title("x"), Err(TitleError::Type(_))));
}

const PATTERNS: &str = "Puppet::Type.newtype(:thing) do
  newparam(:user) { isnamevar }
  newparam(:host) { isnamevar }
  def self.title_patterns
    same = lambda { |x| x }
    [
      [/\\A(\\w+)@(\\w+)?\\z/, [[:user, same], [:host, lambda { |x| x.to_s.upcase }]]],
      [/\\A(\\w+)\\z/, [[:user]]],
    ]
  end
end";

#[test]
fn the_first_pattern_that_matches_a_title_says_what_it_means() {
    let resource_type = read(PATTERNS);
    let values = resource_type.parse_title("me@here").unwrap();
    assert_eq!(values[0].attribute.as_str(), "user");
    assert_eq!(values[0].text.as_deref(), Some("me"));
    assert_eq!(values[0].lambda, None, "a lambda that gives back what it is given is none");
    assert_eq!(values[1].lambda, Some((0, 1)));
    assert_eq!(parsed(&resource_type, "me"), [("user".to_string(), Some("me".to_string()))]);
    assert_eq!(parsed(&resource_type, "me@")[1], ("host".to_string(), None));
    assert_eq!(resource_type.parse_title("no match"), Err(TitleError::NoMatch));
}

#[test]
fn lambdas_of_patterns_are_called_in_ruby() {
    let code = parse("thing.rb", PATTERNS).map_err(|error| error.message).unwrap();
    let mut host = TypeHost::new(Files::default());
    let ruby = Ruby::new();
    for _ in 0..2 {
        let value = ruby.title_value(&mut host, RunLimits::default(), ("thing", &code), (0, 1), Some("here"));
        assert!(value.is_ok_and(|value| value == Value::from("HERE")));
    }
}

#[test]
fn a_type_without_patterns_takes_the_title_as_name() {
    let resource_type = thing("newparam(:a) { isnamevar }\ndef self.title_patterns; nil; end");
    assert_eq!(parsed(&resource_type, "x"), [("name".to_string(), Some("x".to_string()))]);
}

#[test]
fn a_type_with_providers_has_a_parameter_for_them() {
    let files = [("puppet/provider/thing/big", ""), ("puppet/provider/thing/small", "")];
    let text = "Puppet::Type.newtype(:thing) { newproperty(:size); newparam(:name) }";
    let resource_type = read_with(&files, text).unwrap();
    assert_eq!(names(&resource_type.parameters), ["name", "provider"]);
    assert_eq!(all(&resource_type), ["name", "provider", "size"]);
    assert_eq!(texts(&resource_type.providers), ["big", "small"]);
    let own = thing("provide(:here) { commands ls: 'ls' }\nnewparam(:name)");
    assert_eq!(names(&own.parameters), ["provider", "name"]);
}

#[test]
fn classes_of_puppet_are_parents() {
    let resource_type = thing(
        "newparam(:flag, boolean: true, parent: Puppet::Parameter::Boolean)
         newparam(:path, parent: Puppet::Parameter::Path) { accept_arrays }
         newparam(:options, parent: Puppet::Parameter::PackageOptions)
         newproperty(:on, parent: Puppet::Property::Boolean)
         newproperty(:list, parent: Puppet::Property::List)
         newproperty(:order, parent: Puppet::Property::OrderedList)
         newproperty(:pairs, parent: Puppet::Property::KeyValue)
         newproperty(:owner, parent: Puppet::Type::File::Owner)",
    );
    assert_eq!(values(&resource_type.parameters[0]), ["true", "false", "yes", "no"]);
    assert_eq!(names(&resource_type.parameters), ["flag", "path", "options"]);
    assert_eq!(names(&resource_type.properties), ["on", "list", "order", "pairs", "owner"]);
}

#[test]
fn a_class_of_the_file_is_a_parent() {
    let resource_type = read(
        "class Common < Puppet::Property
           class << self
             attr_accessor :limits
           end
           defaultto 5
         end
         Puppet::Type.newtype(:thing) do
           newproperty(:one, parent: Common) { self.limits = [0, 9]; newvalues(*(0..2)) }
           newproperty(:two, parent: Common, array_matching: :all) { defaultto 6 }
         end",
    );
    assert_eq!(values(&resource_type.properties[0]), ["0", "1", "2"]);
    assert_eq!(resource_type.properties[0].default, DefaultValue::Value(Value::Int(5)));
    assert_eq!(resource_type.properties[1].default, DefaultValue::Value(Value::Int(6)));
    assert!(resource_type.properties[1].array && !resource_type.properties[0].array);
}

#[test]
fn attributes_are_made_in_loops_and_by_methods() {
    let resource_type = thing(
        "def self.switch(name)
           newparam(name) { newvalues(:on, :off) }
         end
         [:red, :green].each { |color| switch(color) }
         %w[a b].each { |letter| newproperty(:\"part_#{letter}\") }",
    );
    assert_eq!(names(&resource_type.parameters), ["red", "green"]);
    assert_eq!(names(&resource_type.properties), ["part_a", "part_b"]);
}

#[test]
fn modules_add_attributes() {
    let files = [(
        "puppet_x/acme/common",
        "module PuppetX
           module Acme
             module Common
               def add_common
                 newparam(:name, namevar: true)
               end
             end
             module ReadOnly
               def self.included(attribute)
                 attribute.class_eval { desc 'Read only.' }
               end
             end
           end
         end",
    )];
    let text = "require 'puppet_x/acme/common'
        Puppet::Type.newtype(:thing) do
          extend PuppetX::Acme::Common
          add_common
          newproperty(:id) { include PuppetX::Acme::ReadOnly }
        end";
    let resource_type = read_with(&files, text).unwrap();
    assert_eq!(texts(&resource_type.namevars), ["name"]);
    assert_eq!(resource_type.properties[0].doc.as_str(), "Read only.");
}

#[test]
fn a_file_requires_others_beside_it() {
    let files = [
        ("lib/puppet/type/part_a", "Puppet::Type.newtype(:part_a) { }"),
        ("lib/puppet/type/part_b", "Puppet::Type.newtype(:part_b) { }"),
    ];
    let text = "Dir[File.dirname(__FILE__) + '/part_*.rb'].each { |file| require file }
        Puppet::Type.newtype(:thing) do
          Puppet::Type.eachtype { |type| newparam(type.name) }
        end";
    let resource_type = read_with(&files, text).unwrap();
    assert_eq!(names(&resource_type.parameters), ["part_a", "part_b"]);
    assert!(read_with(&[], "Dir['/etc/*'].each { |file| p file }").unwrap_err().contains("Dir.glob"));
}

#[test]
fn metaparameters_are_added() {
    let resource_type =
        thing("newparam(:name)\nPuppet::Type.newmetaparam(:owner_team) { desc 'Who cares.' }");
    assert_eq!(names(&resource_type.metaparams), ["owner_team"]);
    assert_eq!(all(&resource_type), ["name", "owner_team"]);
}

#[test]
fn relations_features_and_places() {
    let resource_type = thing(
        "feature :refreshable, 'It can.', methods: [:refresh]
         feature :fast, 'It is.'
         autorequire(:file) { ['/a'] }
         autorequire(:user) { self[:owner] }
         autobefore(:service) { [] }
         autonotify('exec') { [] }
         autosubscribe(:package) { [] }
         newproperty(:speed, required_features: [:fast, 'Tested'])
         apply_to_device
         @isomorphic = false",
    );
    assert_eq!(texts(&resource_type.features), ["refreshable", "fast"]);
    let relations: Vec<(Relation, &str)> =
        resource_type.relations.iter().map(|(relation, target)| (*relation, target.as_str())).collect();
    let expected = [
        (Relation::Require, "file"),
        (Relation::Require, "user"),
        (Relation::Before, "service"),
        (Relation::Subscribe, "package"),
        (Relation::Notify, "exec"),
    ];
    assert_eq!(relations, expected);
    assert_eq!(texts(&resource_type.properties[0].features), ["fast", "tested"]);
    assert_eq!(resource_type.apply_to, ApplyTo::Device);
    assert!(!resource_type.isomorphic);
}

#[test]
fn other_types_are_found_in_modules() {
    let files =
        [("puppet/type/other", "Puppet::Type.newtype(:other) { newparam(:name); newproperty(:size) }")];
    let text = "Puppet::Type.newtype(:thing) do
          Puppet::Type.type(:other).properties.each { |each| newproperty(each.name) }
          newparam(:found) if Puppet::Type.type(:nowhere).nil?
          newparam(:also) if Puppet::Type::Other == Puppet::Type.type('Other')
        end";
    let resource_type = read_with(&files, text).unwrap();
    assert_eq!(names(&resource_type.properties), ["size"]);
    assert_eq!(names(&resource_type.parameters), ["found", "also"]);
}

#[test]
fn the_world_is_that_of_a_server_on_linux() {
    let resource_type = read(
        "require 'puppet/util/checksums'
         require 'puppet/parameter/boolean'
         Puppet::Type.newtype(:thing) do
           include Puppet::Util::Checksums
           newparam(:windows) if Puppet::Util::Platform.windows?
           newparam(:feature) if Puppet.features.microsoft_windows?
           newparam(:linux) if Facter.value(:kernel) == 'Linux'
           newparam(:new) if Puppet::Util::Package.versioncmp(Puppet.version, '4.10.0') > 0
         end",
    );
    assert_eq!(names(&resource_type.parameters), ["linux", "new"]);
}

#[test]
fn an_attribute_is_declared_once() {
    assert!(fails("newparam(:a)\nnewparam(:a)").contains("already"));
    assert!(fails("newproperty(:a)\nnewproperty(:a)").contains("already"));
    // In Puppet, a parameter and a property with the same name are different attributes.
    let resource_type = thing("newparam(:a)\nnewproperty(:a)");
    assert_eq!(all(&resource_type), ["a"]);
}

#[test]
fn a_file_without_the_type_fails() {
    assert!(read_with(&[], "Puppet::Type.newtype(:other) { }").unwrap_err().contains("thing"));
    assert!(read_with(&[], "1").unwrap_err().contains("thing"));
    assert!(read_with(&[], "Puppet::Type.newtype(:thing) { nonsense }").unwrap_err().contains("nonsense"));
}

#[test]
fn a_name_is_needed_for_no_title_pattern() {
    let resource_type = thing("newproperty(:size)");
    assert!(resource_type.namevars.is_empty());
    assert_eq!(resource_type.parse_title("x"), Err(TitleError::NoMatch));
}

#[test]
fn types_of_the_resource_api() {
    let files = [("puppet/provider/thing/thing", "")];
    let text = "require 'puppet/resource_api'
        Puppet::ResourceApi.register_type(
          name: 'thing',
          docs: 'A thing.',
          features: ['remote_resource'],
          attributes: {
            ensure: { type: 'Enum[present, absent]', desc: 'There or not.', default: 'present' },
            package: { type: 'String', desc: 'What.', behaviour: :namevar },
            manager: { type: 'String', desc: 'Who.', behavior: :namevar },
            force: { type: 'Boolean', desc: 'Anyway.', behaviour: :parameter, default: false },
            id: { type: 'String', desc: 'Number.', behaviour: :read_only },
            start: { type: 'Integer', desc: 'Begin.', behaviour: :init_only },
          },
          title_patterns: [
            { pattern: /\\A(?<package>.*[^-])-(?<manager>.*)\\z/, desc: 'Both.' },
            { pattern: /\\A(?<package>.*)\\z/, desc: 'One.' },
          ],
          autorequire: { Package: '$package', file: '/etc/things' },
        )";
    let resource_type = read_with(&files, text).unwrap();
    assert_eq!(resource_type.doc.as_str(), "A thing.");
    assert_eq!(names(&resource_type.properties), ["ensure", "start"]);
    assert_eq!(names(&resource_type.parameters), ["package", "manager", "force", "id"], "no `provider`");
    assert_eq!(texts(&resource_type.namevars), ["package", "manager"]);
    assert_eq!(resource_type.parameters[0].data_type.as_deref(), Some("String"));
    assert_eq!(resource_type.parameters[2].default, DefaultValue::Value(Value::from("false")));
    assert_eq!(resource_type.apply_to, ApplyTo::Device);
    assert_eq!(resource_type.relations.len(), 2);
    let both = parsed(&resource_type, "vim-apt");
    assert_eq!(both[1], ("manager".to_string(), Some("apt".to_string())));
    assert_eq!(parsed(&resource_type, "vim").len(), 1);
}

#[test]
fn the_resource_api_checks_what_it_is_given() {
    let api = |definition: &str| {
        read_with(&[], &format!("Puppet::ResourceApi.register_type({definition})")).err().unwrap_or_default()
    };
    assert!(api("{ name: 'thing' }").contains("attributes"));
    assert!(api("{ name: 'thing', attributes: { tag: { type: 'String' } } }").contains("tag"));
    assert!(api("{ name: 'thing', attributes: { a: { desc: 'x' } } }").contains("no type"));
    assert!(api("{ name: 'thing', attributes: { a: { type: 'String', behaviour: :odd } } }").contains("odd"));
    assert_eq!(api("{ name: 'thing', attributes: { a: { type: 'String', behaviour: :namevar } } }"), "");
}
