//! Resource types written in Ruby: what a catalog takes from them.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use crate::support::{Run, folder};

const FILES: &[(&str, &str)] = &[
    (
        "env/modules/m/lib/puppet/type/simple.rb",
        "Puppet::Type.newtype(:simple) do
           ensurable
           newparam(:path, namevar: true)
           newproperty(:size) { defaultto 5 }
         end",
    ),
    ("env/modules/n/lib/puppet/provider/simple/ruby.rb", "Puppet::Type.type(:simple).provide(:ruby) { }"),
    (
        "env/modules/m/lib/puppet/type/pair.rb",
        "require 'puppet_x/m/titles'
         Puppet::Type.newtype(:pair) do
           newparam(:name) { isnamevar }
           newparam(:host) { isnamevar }
           newparam(:port) { isnamevar }
           def self.title_patterns
             PuppetX::M::Titles.patterns
           end
         end",
    ),
    (
        "env/modules/m/lib/puppet_x/m/titles.rb",
        "module PuppetX::M
           module Titles
             def self.patterns
               [
                 [/\\A(\\w+)@(\\w+)(?::(\\w+))?\\z/, [[:name], [:host, lambda { |x| x.upcase }], [:port]]],
                 [/\\A(\\w+)\\z/, [[:name, lambda { |x| x }]]],
               ]
             end
           end
         end",
    ),
    (
        "env/modules/m/lib/puppet/type/role.rb",
        "Puppet::Type.newtype(:role) do
           [:name, :user, :project].each { |part| newparam(part) { isnamevar } }
           def self.title_patterns
             [[/\\A(\\w+)@(\\w+)\\z/, [[:user], [:project]]], [/\\A(\\w+)\\z/, [[:user]]]]
           end
         end",
    ),
    (
        "env/modules/m/lib/puppet/type/loose.rb",
        "Puppet::Type.newtype(:loose) do
           @isomorphic = false
           newparam(:id) { isnamevar }
         end",
    ),
    (
        "env/modules/m/lib/puppet/type/team.rb",
        "Puppet::Type.newtype(:team) do
           newparam(:name)
           Puppet::Type.newmetaparam(:owner_team) { desc 'Who cares.' }
         end",
    ),
    (
        "env/modules/m/lib/puppet/type/unnamed.rb",
        "Puppet::Type.newtype(:unnamed) { newparam(:a) { isnamevar }; newparam(:b) { isnamevar } }",
    ),
    ("env/modules/m/lib/puppet/type/broken.rb", "Puppet::Type.newtype(:broken) do\n  no_such_word\nend"),
];

fn compiled(code: &str) -> Run {
    let site = folder(FILES);
    site.write("env/manifests/site.pp", code.as_bytes());
    site.run(&["compile", "--environment", "env"])
}

#[test]
fn attributes_are_checked() {
    compiled("simple { '/a': size => 3, ensure => present, provider => 'ruby', noop => true }").status(0);
    compiled("simple { '/a': siz => 3 }").status(1).says("has no attribute `siz`").says("size");
    compiled("Simple { bogus => 1 } simple { '/a': }").status(1).says("has no attribute `bogus`");
    compiled("pair { 'a': provider => 'x' }").status(1).says("has no attribute `provider`");
}

#[test]
fn defaults_are_not_part_of_a_catalog() {
    let run = compiled("simple { '/a': }").status(0);
    assert!(!run.stdout.contains("\"size\""), "{run:#?}");
}

#[test]
fn the_name_is_the_namevar() {
    compiled("simple { '/a': name => '/x' }").status(0).prints("\"parameters\":{\"path\":\"/x\"}");
    compiled("simple { 'q': path => '/q' } notify { 'x': require => Simple['/q'] }").status(0);
    compiled("simple { 'a': path => '/x' } simple { 'b': path => '/x' }")
        .status(1)
        .says("both are named '/x'");
    compiled("simple { 'a': path => 80 } simple { 'b': path => 80 }").status(1).says("both are named '80'");
    compiled("simple { 'a': path => 80 } simple { 'b': path => 81 }").status(0);
}

#[test]
fn titles_say_what_the_namevars_are() {
    compiled("pair { 'a@b:c': }").status(0).prints("{\"name\":\"a\",\"host\":\"B\",\"port\":\"c\"}");
    compiled("pair { 'a@b': }").status(0).prints("{\"name\":\"a\",\"host\":\"B\",\"port\":null}");
    compiled("pair { 'a b': }").status(1).says("error[invalid-title]");
    compiled("unnamed { 'a': }").status(1).says("error[invalid-title]");
}

#[test]
fn namevars_together_make_duplicates() {
    compiled("pair { 'a@b': } pair { 'x': name => 'a', host => 'B' }")
        .status(1)
        .says("error[duplicate-resource]");
    compiled("pair { 'a@b': } pair { 'x': name => 'a', host => 'b' }").status(0);
    compiled("pair { 'x': name => 'a', host => 1 } pair { 'y': name => 'a', host => 2 }").status(0);
    compiled("loose { 'x': id => 'y' } loose { 'z': id => 'y' }").status(0);
    // A resource without a value for its name equals no other.
    compiled("role { 'a@b': } role { 'x': user => 'a', project => 'b' }").status(0);
    let named = "role { 'a@b': name => 'n' } role { 'x': user => 'a', project => 'b', name => 'n' }";
    compiled(named).status(1).says("error[duplicate-resource]");
}

#[test]
fn a_type_that_cannot_be_read_is_named_once() {
    let run = compiled("broken { 'a': any => 1 } broken { 'b': }").status(0);
    run.says("warning[foreign-type]").says("no_such_word").says("broken.rb:2");
}

#[test]
fn a_metaparameter_that_a_type_adds_is_one_of_all_resources() {
    let team = |code: &str| compiled(&format!("{code} team {{ 'a': }}"));
    team("notify { 'n': owner_team => 'y' }").status(0).prints("\"parameters\":{\"owner_team\":\"y\"}");
    let class = "class c { } class { 'c': owner_team => 'z' }";
    compiled(&format!("team {{ 'a': }} {class}")).status(0);
    // A class is evaluated at once, before the type has been loaded.
    team(class).status(1).says("has no parameter `owner_team`");
    let run = team("define d { notify { 'n': } notice($owner_team) } d { 'c': owner_team => 'z' }").status(0);
    assert_eq!(run.stdout.matches("\"owner_team\":\"z\"").count(), 2, "{run:#?}");
    run.says("notice: z (");
    compiled("notify { 'n': owner_team => 'y' }").status(1).says("has no attribute `owner_team`");
}
