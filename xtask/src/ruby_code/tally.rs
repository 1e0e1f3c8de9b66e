//! Counts agreements, per file and in total, and prints them as a table.

use serde_json::Value;

use super::HttpResponse;

/// How often the results agreed and differed.
#[derive(Default, Clone)]
pub struct Counts {
    same: usize,
    both_fail: usize,
    different: usize,
    /// Only Puppet fails.
    lenient: usize,
    /// Only we fail.
    missing: usize,
    /// Puppet did not answer in time, or answered with the address of an object.
    pub left_out: usize,
}

impl Counts {
    /// Counts a pair of answers, and returns how they differ.
    pub fn count(&mut self, theirs: &HttpResponse, ours: &HttpResponse) -> Option<String> {
        match (theirs, ours) {
            (Err(_), Err(_)) => {
                self.both_fail += 1;
                None
            }
            (Ok(theirs), Ok(ours)) if theirs == ours => {
                self.same += 1;
                None
            }
            (Ok(theirs), Ok(ours)) => {
                self.different += 1;
                Some(difference(&result(theirs), &result(ours)))
            }
            (Err(theirs), Ok(ours)) => {
                self.lenient += 1;
                Some(format!("Puppet fails: {}; not here: {}", short(theirs), short(&result(ours))))
            }
            (Ok(theirs), Err(ours)) => {
                self.missing += 1;
                Some(format!("fails here: {}; Puppet: {}", short(ours), short(&result(theirs))))
            }
        }
    }

    fn differs(&self) -> bool {
        self.different + self.lenient + self.missing > 0
    }

    fn add(&mut self, other: &Counts) {
        self.same += other.same;
        self.both_fail += other.both_fail;
        self.different += other.different;
        self.lenient += other.lenient;
        self.missing += other.missing;
        self.left_out += other.left_out;
    }

    fn row(&self) -> String {
        let Counts { same, both_fail, different, lenient, missing, left_out } = self;
        format!("{same:>6} {both_fail:>6} {different:>7} {lenient:>7} {missing:>6} {left_out:>5}")
    }
}

/// The results of all files.
#[derive(Default)]
pub struct Table {
    rows: Vec<(String, Verdict)>,
}

/// The result of a file.
pub enum Verdict {
    /// It was compared as bunraku runs it and, if bunraku has a native implementation, also without that.
    Compared(Counts, Option<Counts>),
    /// Nothing could be compared, and why.
    NotCompared(String),
}

impl Table {
    /// Adds the result of a file.
    pub fn add(&mut self, name: &str, outcome: Verdict) {
        self.rows.push((name.to_owned(), outcome));
    }

    /// Prints one line per file and the totals; true if all files were compared and agree.
    pub fn print(&self, kind: &str, version: &str) -> bool {
        let (mut all, mut behind) = (Counts::default(), Counts::default());
        let (mut same, mut silent, mut differ, mut left, mut differ_behind) = (0, 0, 0, 0, 0);
        println!(
            "\n  same   fail  differ lenient  fails  left  (lenient: only Puppet fails; fails: only we do; left out)"
        );
        for (name, outcome) in &self.rows {
            match outcome {
                Verdict::NotCompared(reason) => {
                    left += 1;
                    println!("{:>41} {name}: not compared: {reason}", "");
                }
                Verdict::Compared(counts, file) => {
                    all.add(counts);
                    let note = match counts {
                        _ if counts.differs() => {
                            differ += 1;
                            "differs"
                        }
                        Counts { same: 0, .. } => {
                            silent += 1;
                            "all calls fail in both"
                        }
                        _ => {
                            same += 1;
                            ""
                        }
                    };
                    println!("{} {name} {note}", counts.row());
                    let Some(file) = file else { continue };
                    behind.add(file);
                    if file.differs() {
                        differ_behind += 1;
                        println!("{} {name} differs without the function in Rust", file.row());
                    }
                }
            }
        }
        println!("{} all programs", all.row());
        println!("{} all programs without the functions in Rust", behind.row());
        println!(
            "{kind}: of {} files, {same} do the same as with Puppet {version} in all programs, {silent} fail in all \
             programs in both, {differ} differ, {left} were not compared; {differ_behind} differ where the function \
             in Rust is left out",
            self.rows.len()
        );
        differ + left + differ_behind == 0 && !self.rows.is_empty()
    }
}

/// The resources of a program, without those that every catalog has.
fn result(resources: &Value) -> String {
    let all = resources.as_array().into_iter().flatten();
    let own = all.filter(|resource| resource["type"] != "Stage" && resource["type"] != "Class");
    match own.collect::<Vec<_>>()[..] {
        [only] if only["type"] == "Notify" => only["parameters"].to_string(),
        ref all => all.iter().map(|resource| resource.to_string()).collect::<Vec<_>>().join(" "),
    }
}

/// Two results from where they start to differ.
pub(crate) fn difference(theirs: &str, ours: &str) -> String {
    let common = theirs.chars().zip(ours.chars()).take_while(|(theirs, ours)| theirs == ours).count();
    let from = common.saturating_sub(30);
    let rest = |text: &str| short(&text.chars().skip(from).collect::<String>());
    format!("Puppet: {}; here: {}", rest(theirs), rest(ours))
}

/// A single line of limited length.
pub(crate) fn short(text: &str) -> String {
    let line = text.replace('\n', "\\n");
    match line.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or("")),
        None => line,
    }
}
