//! The examples at the end of each help page.

pub(super) const EXAMPLES: &str = "\
Examples:
  bunraku validate manifests/            check all manifests and templates of a folder
  bunraku fmt manifests/                 format them
  bunraku lint manifests/                find problems and questionable style
  bunraku check                          run all checks, for CI and before a commit
  bunraku doc                            write a module's reference documentation
  bunraku compile site.pp                compile a catalog
  bunraku lookup --explain web::port     show where a value comes from
  bunraku test                           run a module's rspec-puppet suite
  bunraku server                         serve catalogs and files to agents
  bunraku eval -e '[1, 2].map |$x| { $x + 1 }'
  bunraku repl                           try out the language
  bunraku explain syntax-error           explain a message
  bunraku help validate                  show the options of a command

Exit status:
  0  success; there may be warnings
  1  the command found errors, or standard output could not be written
  2  the command could not run: a wrong option, a path that does not exist
`bunraku diff` exits with 2 if there are differences.";

pub(super) const STORE_EXAMPLES: &str = "\
Examples:
  bunraku store status --store nodes.db
  bunraku store query --store nodes.db 'resources[certname, title] { exported = true }'
  bunraku store export --store nodes.db backup.tgz";

pub(super) const VALIDATE_EXAMPLES: &str = "\
Examples:
  bunraku validate .                                  check all files of a repository
  bunraku validate site.pp modules/web                check a file and a folder
  bunraku validate --stdin-name a.epp - < a.epp       check unsaved text in an editor
  bunraku validate --log-format sarif . > out.sarif   write a report for a code scanner";

pub(super) const FMT_EXAMPLES: &str = "\
Examples:
  bunraku fmt manifests/                              format all files of a folder
  bunraku fmt --check .                               fail if one is not formatted, for CI
  bunraku fmt --diff site.pp                          show what would change
  bunraku fmt - < a.pp                                print a file formatted, for editors
  bunraku fmt --range 3:7 --stdin-name a.epp - < a.epp";
pub(super) const LINT_EXAMPLES: &str = "\
Examples:
  bunraku lint                                lint all files in this folder
  bunraku lint --preset vox --fix manifests   fix what Vox Pupuli's rules find
  bunraku lint --only-checks legacy_facts --unsafe-fixes --diff .
  bunraku lint --no-140chars-check --fail-on-warnings site.pp
  bunraku lint --sarif . > out.sarif          write a report for a code scanner";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  bunraku check                                check all files here, and all nodes with facts
  bunraku check --changed --skip compile       check what you are about to commit
  bunraku check --only lint,fmt site/          check some parts of a folder
  bunraku check --fail-on warning --format github
  bunraku check --format gitlab > report.json  write a report for a merge request";

pub(super) const CONFIG_EXAMPLES: &str = "\
Examples:
  bunraku config                              show the settings for the files here
  bunraku config --preset vox site/profile    show the settings with an option applied
  bunraku config --format json                the same for programs
  bunraku config --schema > schema.json       write the JSON schema of `bunraku.toml`";

pub(super) const WHY_EXAMPLES: &str = "\
Examples:
  bunraku why web01 'File[/etc/motd]'                      what declared it, and under which conditions
  bunraku why web01 'File[/etc/motd]' content --facts web01.json
  bunraku why web01 'Class[ntp]' servers --format json";

pub(super) const GRAPH_EXAMPLES: &str = "\
Examples:
  bunraku graph web01 | dot -Tsvg > web01.svg
  bunraku graph web01 --around 'Service[nginx]' --format mermaid
  bunraku graph web01 --between 'Package[nginx]' 'Service[nginx]'";

pub(super) const DIFF_EXAMPLES: &str = "\
Examples:
  bunraku diff old.json new.json                           compare two catalogs
  bunraku diff production staging --nodes-from facts/      compile all nodes in two environments
  bunraku diff main . --nodes-from facts/                  what the changes in this folder would do
  bunraku diff main feature --format markdown              for the description of a merge request
  bunraku diff old/ new/ --ignore 'File[/tmp/*]' --ignore 'Exec::command'";

pub(super) const WHY_NOT_EXAMPLES: &str = "\
Examples:
  bunraku why-not web01 'Class[nginx]'         which code would include it, and why it did not
  bunraku why-not web01 'User[deploy]'         works for virtual resources that nothing collects";

pub(super) const VERIFY_EXAMPLES: &str = "\
Examples:
  bunraku verify catalogs/ --nodes-from facts/                         compare with recorded catalogs
  bunraku verify --puppet /opt/puppetlabs/bin/puppet --nodes-from facts/   compare with an installed Puppet
  bunraku verify --puppet puppet --nodes-from facts/ --cut small/      and write a small program that shows the difference";

pub(super) const DOC_EXAMPLES: &str = "\
Examples:
  bunraku doc                                 write REFERENCE.md of the module in this folder
  bunraku doc --check                         fail if it is not up to date, for CI
  bunraku doc --format html -o doc.html web   write a page with search
  bunraku doc --format json web               print all of it for other tools";

pub(super) const PARSE_EXAMPLES: &str = "\
Examples:
  bunraku parse site.pp                               show the syntax tree
  echo 'notice(1)' | bunraku parse --format pn -      show Puppet's notation of a program
  bunraku parse --format tokens --edition spec a.pp   show the tokens in another edition";

pub(super) const CA_EXAMPLES: &str = "\
Examples:
  bunraku ca list --all                               show requests and certificates
  bunraku ca sign --certname web01.example.com        sign a request
  bunraku ca clean --certname web01.example.com       revoke a certificate and forget it
  bunraku ca setup --confdir /etc/puppetlabs/puppet --subject-alt-names puppet
  bunraku ca renew --crl                              renew the revocation list";

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  bunraku explain syntax-error           print the page of a code
  bunraku explain --list                 list all codes";

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  bunraku completions bash > ~/.local/share/bash-completion/completions/bunraku
  bunraku completions fish > ~/.config/fish/completions/bunraku.fish";

pub(super) const COMPILE_EXAMPLES: &str = "\
Examples:
  bunraku compile site.pp                             compile the catalog of the node `localhost`
  bunraku compile --facts-of debian-12 --fact role=web site.pp
  bunraku compile --node web01.example.com --facts web01.json --output web01.catalog site.pp
  bunraku compile --facts facts/ --node web01 --format tree   in an environment's folder
  puppet facts | bunraku compile --facts - site.pp    use the facts of this machine
  bunraku compile --environment . --node web01.example.com --facts web01.json
  bunraku compile --environment . --nodes-from facts/ --output catalogs/
  bunraku compile --environment . --nodes-from facts/ --check   report what would fail when applied
  bunraku compile --log-format json - < site.pp       write log lines and errors as JSON";

pub(super) const LOOKUP_EXAMPLES: &str = "\
Examples:
  bunraku lookup --node web01.example.com --facts web01.json web::port
  bunraku lookup --explain --environment production web::port
  bunraku lookup --merge deep --knock-out-prefix -- --render-as json web::vhosts
  bunraku lookup --all-keys                           list all keys and where they are
  bunraku lookup --unused                             list the keys that nothing reads";

pub(super) const EVAL_EXAMPLES: &str = "\
Examples:
  bunraku eval -e '[1, 2, 3].filter |$x| { $x > 1 }'  print `[2, 3]`
  bunraku eval -e '$facts[os][family]' --facts web01.json
  bunraku eval --format json values.pp                print the last value of a program as JSON
  echo '1 + 1' | bunraku eval -                       read standard input";

pub(super) const RENDER_EXAMPLES: &str = "\
Examples:
  bunraku epp render motd.epp --values '{ name => \"web\" }'
  bunraku epp render --environment . --facts web01.json profile/motd.epp
  bunraku epp render -e '<%= $facts[os][family] %>' --facts web01.json
  bunraku epp render --values-file values.yaml < motd.epp";

pub(super) const VALIDATE_TEMPLATES_EXAMPLES: &str = "\
Examples:
  bunraku epp validate templates/*.epp
  bunraku epp validate --environment . profile/motd.epp
  bunraku epp validate < motd.epp";

pub(super) const REPL_EXAMPLES: &str = "\
Examples:
  bunraku repl                                        try out the language; `:help` explains how
  bunraku repl --facts web01.json --edition spec      use the facts of a node and another edition
  bunraku repl --environment . --facts-of rocky-9     use the modules and data of an environment
  printf '$x = 2\\n$x * 3\\n' | bunraku repl           evaluate inputs from a pipe";

pub(super) const FUNCTIONS_EXAMPLES: &str = "\
Examples:
  bunraku functions                                   list all functions
  bunraku functions filter                            print the manual of a function
  bunraku functions --modulepath modules              include functions of modules
  bunraku functions --format markdown                 print all manuals as one page
  bunraku functions --format json filter              print a manual for a program";

pub(super) const TEST_EXAMPLES: &str = "\
Examples:
  bunraku test                                        run all specs of the module in this folder
  bunraku test spec/classes/init_spec.rb:12           run the examples of a line
  bunraku test --format documentation -e 'on debian'  run examples by their description
  bunraku test --modulepath ~/modules --facterdb ~/facterdb/facts
  bunraku test --format junit > report.xml            write a report for a build server
  bunraku test --watch                                rerun the specs that a change affects
  bunraku test --init                                 write a starter suite
  bunraku test --snapshot --facts-of rocky-9 --bless  save snapshots of all classes' catalogs";

#[cfg(unix)]
pub(super) const SERVER_EXAMPLES: &str = "\
Examples:
  bunraku server                                    serve the environments of this folder on port 8140
  bunraku server --confdir /etc/puppetlabs/puppet   use the settings of a Puppet server
  bunraku server --port 8150 --log-level debug      show every request";
