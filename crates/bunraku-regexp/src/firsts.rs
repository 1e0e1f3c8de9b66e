//! Optimizations that use what can follow an instruction: where a match can start, which way of a fork is worth trying,
//! and which loops never have to give characters back.

use crate::ir::Assert;
use crate::lookup::{ByteSet, SetMatcher};
use crate::program::{Inst, Peek, Program, RunMode, Start};

/// The number of instructions to examine before an optimization is abandoned.
const LOOK: usize = 64;

/// Optimizes a program in place.
pub fn improve(program: &mut Program) {
    for at in 0..program.insts.len() {
        let Some(&Inst::Run(run)) = program.insts.get(at) else { continue };
        let possessive = never_gives_back(program, at);
        let next = next_byte(program, at + 1);
        if let Some(run) = program.runs.get_mut(run as usize) {
            run.next = next;
            if possessive {
                run.mode = RunMode::Possessive;
            }
        }
    }
    program.start = start(program);
    for at in 0..program.insts.len() {
        let Some(&Inst::Fork(first, second)) = program.insts.get(at) else { continue };
        let (first_bytes, second_bytes) = (first_bytes(program, first), first_bytes(program, second));
        if first_bytes.is_none() && second_bytes.is_none() {
            continue;
        }
        let mut anything = ByteSet::EMPTY;
        (0..=255).for_each(|byte| anything.insert(byte));
        anything.end = true;
        program.peeks.push(Peek {
            first,
            first_bytes: first_bytes.unwrap_or(anything),
            second,
            second_bytes: second_bytes.unwrap_or(anything),
        });
        let number = program.peeks.len() as u32 - 1;
        if let Some(fork) = program.insts.get_mut(at) {
            *fork = Inst::Peek(number);
        }
    }
}

/// Where a match of the program can start.
fn start(program: &Program) -> Start {
    let mut at = 0;
    loop {
        match program.insts.get(at) {
            Some(Inst::GroupStart(_) | Inst::Keep | Inst::AtomicStart(_)) => at += 1,
            Some(Inst::Assert(Assert::TextStart)) => return Start::Text,
            Some(Inst::Assert(Assert::SearchStart)) => return Start::Search,
            Some(Inst::Assert(Assert::LineStart)) => return Start::Line,
            _ => break,
        }
    }
    match first_bytes(program, 0) {
        Some(bytes) if !bytes.end => Start::Bytes(Box::new(bytes)),
        _ => Start::Anywhere,
    }
}

/// The bytes with which a match can start, if it starts with an instruction. `None` if that is not known.
fn first_bytes(program: &Program, at: u32) -> Option<ByteSet> {
    let mut bytes = ByteSet::EMPTY;
    let mut seen: Vec<u32> = Vec::new();
    let mut open = vec![at];
    while let Some(at) = open.pop() {
        if seen.contains(&at) {
            continue;
        }
        seen.push(at);
        if seen.len() > LOOK {
            return None;
        }
        let next = at + 1;
        match program.insts.get(at as usize)? {
            Inst::Byte(byte) => bytes.insert(*byte),
            Inst::Text(text) => bytes.insert(*program.texts.get(*text as usize)?.first()?),
            Inst::Set(set) => bytes.insert_leads(&program.sets.get(*set as usize)?.set),
            Inst::Run(run) => {
                let run = program.runs.get(*run as usize)?;
                bytes.insert_leads(&program.sets.get(run.set as usize)?.set);
                if run.min == 0 {
                    open.push(next);
                }
            }
            Inst::Jump(to) => open.push(*to),
            Inst::Fork(first, second) => open.extend([*first, *second]),
            Inst::Peek(peek) => {
                let peek = program.peeks.get(*peek as usize)?;
                open.extend([peek.first, peek.second]);
            }
            Inst::Assert(Assert::TextEnd) => bytes.end = true,
            Inst::Assert(Assert::LineEnd | Assert::TextEndOrNewline) => {
                bytes.insert(b'\n');
                bytes.end = true;
            }
            Inst::Assert(_)
            | Inst::GroupStart(_)
            | Inst::GroupEnd(_)
            | Inst::Note(_)
            | Inst::NotedGroupEnd { .. }
            | Inst::Keep
            | Inst::LoopStart(_)
            | Inst::EmptyStart(_)
            | Inst::AtomicStart(_)
            | Inst::LookStart(_) => open.push(next),
            Inst::NotStart { exit, .. } => open.push(*exit),
            Inst::Loop(number) => open.extend([next, program.loops.get(*number as usize)?.exit]),
            Inst::LoopNext { head, .. } => open.push(*head),
            Inst::EmptyEnd { exit, .. } => open.extend([next, *exit]),
            // What follows an atomic piece must not influence which way is taken inside it.
            Inst::AtomicEnd(_)
            | Inst::Match
            | Inst::LookEnd(_)
            | Inst::NotEnd(_)
            | Inst::Absent(_)
            | Inst::Back(_)
            | Inst::SamePosition(_)
            | Inst::Backreference(_)
            | Inst::Unless { .. }
            | Inst::Call(_)
            | Inst::Return => return None,
        }
    }
    Some(bytes)
}

/// The byte that must come next at an instruction.
fn next_byte(program: &Program, mut at: usize) -> Option<u8> {
    loop {
        match program.insts.get(at)? {
            Inst::GroupStart(_) | Inst::GroupEnd(_) => at += 1,
            Inst::Byte(byte) => return Some(*byte),
            Inst::Text(text) => return program.texts.get(*text as usize)?.first().copied(),
            _ => return None,
        }
    }
}

/// Whether a greedy loop over one character can be made possessive, because what follows cannot match at a character that
/// the loop would give back.
fn never_gives_back(program: &Program, at: usize) -> bool {
    let Some(Inst::Run(run)) = program.insts.get(at) else { return false };
    let Some(run) = program.runs.get(*run as usize) else { return false };
    let Some(set) = program.sets.get(run.set as usize) else { return false };
    // A loop with a limit may end before a character of its own set. Giving back is useless even then, because what follows
    // would have to match a character of the set.
    run.mode == RunMode::Greedy && excludes(program, at as u32 + 1, set, LOOK)
}

/// Whether matching from an instruction on fails at every character of a set.
fn excludes(program: &Program, mut at: u32, set: &SetMatcher, mut budget: usize) -> bool {
    let newline = set.set.contains(0x0A);
    let text = |bytes: &[u8]| set.len_at(bytes, 0) == 0;
    let disjoint =
        |other: u32| program.sets.get(other as usize).is_some_and(|other| set.set.is_disjoint(&other.set));
    loop {
        let Some(rest) = budget.checked_sub(1) else { return false };
        budget = rest;
        match program.insts.get(at as usize) {
            Some(Inst::GroupStart(_) | Inst::GroupEnd(_) | Inst::Note(_) | Inst::NotedGroupEnd { .. }) => {
                at += 1
            }
            Some(Inst::Jump(to)) => at = *to,
            Some(Inst::Fork(first, second)) => {
                let half = budget / 2;
                return excludes(program, *first, set, half) && excludes(program, *second, set, half);
            }
            Some(Inst::Byte(byte)) => return text(&[*byte]),
            Some(Inst::Text(bytes)) => {
                return program.texts.get(*bytes as usize).is_some_and(|bytes| text(bytes));
            }
            Some(Inst::Set(other)) => return disjoint(*other),
            Some(Inst::Run(run)) => match program.runs.get(*run as usize) {
                Some(run) if !disjoint(run.set) => return false,
                Some(run) if run.min > 0 => return true,
                _ => at += 1,
            },
            Some(Inst::Assert(Assert::TextEnd)) => return true,
            Some(Inst::Assert(Assert::LineEnd | Assert::TextEndOrNewline)) => return !newline,
            // These drop all other ways anyway.
            Some(Inst::Match | Inst::AtomicEnd(_) | Inst::LookEnd(_) | Inst::NotEnd(_)) => return true,
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::Pattern;
    use crate::options::Options;

    fn compile(pattern: &str) -> Program {
        let tree = Pattern::parse(pattern, Options::default()).unwrap();
        crate::codegen::compile(&crate::lower::lower(&tree, Options::default())).unwrap()
    }

    #[test]
    fn starts_are_found() {
        assert!(matches!(compile(r"\Aa").start, Start::Text));
        assert!(matches!(compile("^a").start, Start::Line));
        assert!(matches!(compile(r"(\Ga)").start, Start::Search));
        assert!(matches!(compile("a*").start, Start::Anywhere));
        assert!(matches!(compile("(?:a*|é)").start, Start::Anywhere));
        let Start::Bytes(bytes) = compile("[a-c]x|é+").start else { panic!("bytes") };
        let members: Vec<u8> = (0..=255).filter(|&byte| bytes.contains(byte)).collect();
        assert_eq!(members, [b'a', b'b', b'c', 0xC3]);
    }

    #[test]
    fn loops_that_never_give_back_are_possessive() {
        let modes = |pattern: &str| compile(pattern).runs.iter().map(|run| run.mode).collect::<Vec<_>>();
        assert_eq!(modes(r"(\w+)@\d*\."), [RunMode::Possessive, RunMode::Possessive]);
        assert_eq!(modes(r"\w+$"), [RunMode::Possessive]);
        assert_eq!(modes(r"\s+$"), [RunMode::Greedy]);
        assert_eq!(modes(r"\w+\d"), [RunMode::Greedy]);
        assert_eq!(modes(r".*?x"), [RunMode::Lazy]);
    }

    #[test]
    fn forks_look_ahead() {
        let program = compile("(?:ab|cd)");
        assert!(matches!(program.insts.first(), Some(Inst::Peek(_))));
        assert!(
            program
                .peeks
                .iter()
                .all(|peek| peek.first_bytes.contains(b'a') && !peek.first_bytes.contains(b'c'))
        );
    }
}
