//! The libraries that suites require, written in Ruby for this interpreter.

use std::sync::{Arc, LazyLock};

use bunraku_ruby_puppet::{Code, RubyError, parse};

/// A part of the framework: its name in messages, and its code.
type Piece = (&'static str, &'static str);

/// What is loaded before the specs, in this order.
const FRAMEWORK: &[Piece] = &[
    ("<bunraku>", include_str!("ruby/bunraku.rb")),
    ("<rspec/metadata>", include_str!("ruby/core/metadata.rb")),
    ("<rspec/hooks>", include_str!("ruby/core/hooks.rb")),
    ("<rspec/memoized>", include_str!("ruby/core/memoized.rb")),
    ("<rspec/shared>", include_str!("ruby/core/shared.rb")),
    ("<rspec/group>", include_str!("ruby/core/group.rb")),
    ("<rspec/example>", include_str!("ruby/core/example.rb")),
    ("<rspec/configuration>", include_str!("ruby/core/configuration.rb")),
    ("<rspec/world>", include_str!("ruby/core/world.rb")),
    ("<rspec>", include_str!("ruby/core/rspec.rb")),
    ("<rspec/expectations>", include_str!("ruby/matchers/expectations.rb")),
    ("<rspec/matchers/base>", include_str!("ruby/matchers/base.rb")),
    ("<rspec/matchers/equality>", include_str!("ruby/matchers/equality.rb")),
    ("<rspec/matchers/collections>", include_str!("ruby/matchers/collections.rb")),
    ("<rspec/matchers/patterns>", include_str!("ruby/matchers/patterns.rb")),
    ("<rspec/matchers/blocks>", include_str!("ruby/matchers/blocks.rb")),
    ("<rspec/matchers/names>", include_str!("ruby/matchers/names.rb")),
    ("<rspec/mocks/arguments>", include_str!("ruby/mocks/arguments.rb")),
    ("<rspec/mocks/messages>", include_str!("ruby/mocks/messages.rb")),
    ("<rspec/mocks/doubles>", include_str!("ruby/mocks/doubles.rb")),
    ("<rspec/mocks/space>", include_str!("ruby/mocks/space.rb")),
    ("<rspec-puppet/settings>", include_str!("ruby/puppet/settings.rb")),
    ("<rspec-puppet/values>", include_str!("ruby/puppet/values.rb")),
    ("<rspec-puppet/support>", include_str!("ruby/puppet/support.rb")),
    ("<rspec-puppet/catalogue>", include_str!("ruby/puppet/catalogue.rb")),
    ("<rspec-puppet/applied>", include_str!("ruby/puppet/applied.rb")),
    ("<rspec-puppet/parameters>", include_str!("ruby/puppet/parameters.rb")),
    ("<rspec-puppet/contain>", include_str!("ruby/puppet/contain.rb")),
    ("<rspec-puppet/compile>", include_str!("ruby/puppet/compile.rb")),
    ("<rspec-puppet/count>", include_str!("ruby/puppet/count.rb")),
    ("<rspec-puppet/old>", include_str!("ruby/puppet/old.rb")),
    ("<rspec-puppet/function>", include_str!("ruby/puppet/function.rb")),
    ("<rspec-puppet/type>", include_str!("ruby/puppet/type.rb")),
    ("<rspec-puppet/files>", include_str!("ruby/puppet/files.rb")),
    ("<rspec-puppet/groups>", include_str!("ruby/puppet/groups.rb")),
    ("<rspec/tools>", include_str!("ruby/core/tools.rb")),
    ("<rspec-puppet/outside>", include_str!("ruby/puppet/outside.rb")),
    ("<rspec-puppet/http>", include_str!("ruby/puppet/http.rb")),
];

/// Libraries that are loaded when a suite requires them.
const REQUIRED: &[(&str, Piece)] = &[
    ("puppet-openstack_spec_helper/facts", OPENSTACK),
    ("puppet-openstack_spec_helper/defaults", OPENSTACK),
    ("mocha", MOCHA),
    ("mocha/api", MOCHA),
    ("deep_merge", ("<deep_merge>", include_str!("ruby/helpers/deep_merge.rb"))),
    ("deep_merge/rails_compat", ("<deep_merge>", include_str!("ruby/helpers/deep_merge.rb"))),
    ("facterdb", ("<facterdb>", include_str!("ruby/helpers/facterdb.rb"))),
    ("rspec-puppet-facts", ("<rspec-puppet-facts>", include_str!("ruby/helpers/facts.rb"))),
    (
        "rspec-puppet/spec_helper",
        ("<rspec-puppet/spec_helper>", include_str!("ruby/helpers/rspec_puppet.rb")),
    ),
    ("puppetlabs_spec_helper/module_spec_helper", PUPPETLABS),
    ("puppetlabs_spec_helper/puppet_spec_helper", PUPPETLABS),
    ("puppetlabs_spec_helper/puppetlabs_spec_helper", PUPPETLABS),
    ("simp/rspec-puppet-facts", ("<simp/rspec-puppet-facts>", include_str!("ruby/helpers/simp.rb"))),
    ("simp-rspec-puppet-facts", ("<simp/rspec-puppet-facts>", include_str!("ruby/helpers/simp.rb"))),
    ("rspec-puppet-utils", ("<rspec-puppet-utils>", include_str!("ruby/helpers/utils.rb"))),
    ("webmock", WEBMOCK),
    ("webmock/rspec", WEBMOCK),
    ("voxpupuli/test/spec_helper", ("<voxpupuli-test>", include_str!("ruby/helpers/voxpupuli.rb"))),
    ("voxpupuli/test/facts", ("<voxpupuli-test/facts>", include_str!("ruby/helpers/voxpupuli_facts.rb"))),
];

const MOCHA: Piece = ("<mocha>", include_str!("ruby/helpers/mocha.rb"));

const OPENSTACK: Piece = ("<puppet-openstack_spec_helper>", include_str!("ruby/helpers/openstack.rb"));

const WEBMOCK: Piece = ("<webmock>", include_str!("ruby/helpers/webmock.rb"));

const PUPPETLABS: Piece = ("<puppetlabs_spec_helper>", include_str!("ruby/helpers/puppetlabs.rb"));

/// Gems whose contents are always available, or that are about reports and tools.
const NOTHING_TO_LOAD: &[&str] = &[
    "bundler",
    "bundler/setup",
    "codecov",
    "coveralls",
    "facter/util/root",
    "hiera",
    "parallel_tests",
    "pry",
    "puppet-lint",
    "puppet_fixtures",
    "rake",
    "rspec",
    "rspec-puppet",
    "rubygems",
    "rspec-puppet-facts-unsupported",
    "simplecov",
    "simplecov-console",
];

/// The code that runs before the specs of a file.
pub(crate) fn framework() -> Result<&'static [Arc<Code>], &'static RubyError> {
    static PARSED: LazyLock<Result<Vec<Arc<Code>>, RubyError>> =
        LazyLock::new(|| FRAMEWORK.iter().map(|(name, source)| parse(name, source).map(Arc::new)).collect());
    PARSED.as_deref()
}

/// The replacement for a gem; `None` if there is none.
pub(crate) fn required(name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
    let piece = REQUIRED.iter().find(|(known, _)| *known == name).map(|(_, piece)| *piece);
    let rspec = name.starts_with("rspec/") || name.starts_with("rspec-puppet/");
    // Tools of Puppet that specs load by name, such as the generator of types.
    let helper = name.starts_with("puppetlabs_spec_helper/") || name.starts_with("puppet/generate/");
    let nothing = NOTHING_TO_LOAD.contains(&name) || rspec || helper;
    let (label, source) = piece.or_else(|| nothing.then_some(("<nothing>", "")))?;
    Some(parse(label, source).map(Arc::new).map_err(Arc::new))
}

/// The source of a string.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Plans the examples of a file that has been loaded, and returns their number.
pub(crate) const PLAN: Piece = ("<plan>", "RSpec.world.plan(Bunraku.filters)");

/// Runs the next step of the plan, and returns whether there are more.
pub(crate) const STEP: Piece = ("<step>", "RSpec.world.step");
