//! From the resolved pattern to instructions for the backtracking matcher.

use crate::firsts;
use crate::ir::{EmptyCheck, Ir, Node, Repeat};
use crate::program::{Backreference, Inst, Loop, Program, Run, RunMode, SetMatcher};
use std::collections::HashMap;
use std::sync::Arc;

/// The most instructions a pattern may need.
const MAX_INSTS: usize = 1 << 20;
/// Up to how many instructions a counted loop is written out.
const UNROLL: usize = 64;
/// Up to how many instructions the first round of a `+` that may match nothing is written out.
const UNROLL_PLUS: usize = 12;
/// How many distances a look-behind tries at most.
const MAX_STEPS_TRIED: usize = 16;

/// Compiles a pattern; nothing if it is too large.
pub fn compile(ir: &Ir) -> Option<Program> {
    let mut code = Codegen {
        program: Program { groups: ir.groups + 1, logs_levels: ir.levels, ..Program::default() },
        sets: HashMap::new(),
        calls: Vec::new(),
        recursive: ir.called.iter().any(Option::is_some),
        too_large: false,
    };
    code.node(&ir.root);
    code.emit(Inst::Match);
    code.subroutines(ir);
    if code.too_large {
        return None;
    }
    let mut program = code.program;
    firsts::improve(&mut program);
    Some(program)
}

struct Codegen {
    program: Program,
    sets: HashMap<Arc<crate::charset::CharSet>, u32>,
    /// Calls to be given their address: the instruction and the group.
    calls: Vec<(usize, usize)>,
    /// Whether groups are called, so that one may be entered while it is being matched.
    recursive: bool,
    too_large: bool,
}

impl Codegen {
    fn node(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Text(text) => self.text(text),
            Node::Set(set) => {
                let set = self.set(set);
                self.emit(Inst::Set(set));
            }
            Node::Assert(assert) => {
                self.emit(Inst::Assert(*assert));
            }
            Node::Concat(nodes) => nodes.iter().for_each(|node| self.node(node)),
            Node::Alternation(nodes) => self.alternation(nodes),
            Node::Repeat(repeat) => self.repeat(repeat),
            Node::Capture(number, node) => self.capture(*number as u32, node),
            Node::Atomic(node) => self.atomic(node),
            Node::Ahead { negated, node } => self.look(*negated, node, None),
            Node::Behind { negated, node, steps } => self.look(*negated, node, Some(*steps)),
            Node::Backreference { groups, fold, level } => {
                // The last group of a name is preferred.
                let groups = groups.iter().rev().map(|&group| group as u32).collect();
                let index = index(&mut self.program.backreferences, Backreference {
                    groups,
                    fold: *fold,
                    level: *level,
                });
                self.emit(Inst::Backreference(index));
            }
            Node::Call(number) => {
                let call = self.emit(Inst::Call(0));
                self.calls.push((call, *number));
            }
            Node::Conditional { group, yes, no } => {
                let unless = self.emit(Inst::Unless { group: *group as u32, otherwise: 0 });
                self.node(yes);
                let jump = self.emit(Inst::Jump(0));
                let otherwise = self.here();
                self.patch(unless, Inst::Unless { group: *group as u32, otherwise });
                self.node(no);
                let end = self.here();
                self.patch(jump, Inst::Jump(end));
            }
            Node::Keep => {
                self.emit(Inst::Keep);
            }
        }
    }

    fn text(&mut self, text: &str) {
        match text.as_bytes() {
            [] => {}
            [byte] => {
                self.emit(Inst::Byte(*byte));
            }
            bytes => {
                let text = index(&mut self.program.texts, bytes.into());
                self.emit(Inst::Text(text));
            }
        }
    }

    fn set(&mut self, set: &Arc<crate::charset::CharSet>) -> u32 {
        if let Some(&known) = self.sets.get(set) {
            return known;
        }
        let number = index(&mut self.program.sets, SetMatcher::new(Arc::clone(set)));
        self.sets.insert(Arc::clone(set), number);
        number
    }

    fn alternation(&mut self, nodes: &[Node]) {
        let mut jumps = Vec::new();
        let Some((last, others)) = nodes.split_last() else { return };
        for node in others {
            let fork = self.emit(Inst::Fork(0, 0));
            self.node(node);
            jumps.push(self.emit(Inst::Jump(0)));
            let next = self.here();
            self.patch(fork, Inst::Fork(fork as u32 + 1, next));
        }
        self.node(last);
        let end = self.here();
        jumps.into_iter().for_each(|jump| self.patch(jump, Inst::Jump(end)));
    }

    fn capture(&mut self, group: u32, node: &Node) {
        let register = self.recursive.then(|| self.registers(1));
        if let Some(register) = register {
            self.emit(Inst::Note(register));
        }
        self.emit(Inst::GroupStart(group));
        self.node(node);
        self.emit(match register {
            Some(register) => Inst::NotedGroupEnd { group, register },
            None => Inst::GroupEnd(group),
        });
    }

    fn repeat(&mut self, repeat: &Repeat) {
        let Repeat { node, min, max, greedy, empty } = repeat;
        let (min, greedy, empty) = (*min, *greedy, *empty);
        if let Some(set) = one_char(node) {
            let mode = if greedy { RunMode::Greedy } else { RunMode::Lazy };
            return self.run(&set, min, *max, mode);
        }
        let size = node.size(UNROLL + 1).max(1);
        // What may match nothing is written out less readily: then it has no check against doing so many times over.
        let weight = if empty == EmptyCheck::Never { size } else { 4 * size + 6 };
        match *max {
            Some(max) if weight * max as usize <= UNROLL || max <= 1 => {
                (0..min).for_each(|_| self.node(node));
                let forks: Vec<usize> = (min..max)
                    .map(|_| {
                        let fork = self.emit(Inst::Fork(0, 0));
                        self.node(node);
                        fork
                    })
                    .collect();
                let exit = self.here();
                for fork in forks {
                    self.patch_fork(fork, fork as u32 + 1, exit, greedy);
                }
            }
            Some(max) => self.counted(node, min, max, greedy, empty),
            None if min == 1 && (empty == EmptyCheck::Never || size > UNROLL_PLUS) => {
                let head = self.here();
                let end = self.round(node, empty);
                let fork = self.emit(Inst::Fork(0, 0));
                let exit = self.here();
                self.patch_fork(fork, head, exit, greedy);
                self.patch_empty_end(end, exit);
            }
            None if min <= 1 || weight * min as usize <= UNROLL => {
                (0..min).for_each(|_| self.node(node));
                let fork = self.emit(Inst::Fork(0, 0));
                let end = self.round(node, empty);
                self.emit(Inst::Jump(fork as u32));
                let exit = self.here();
                self.patch_fork(fork, fork as u32 + 1, exit, greedy);
                self.patch_empty_end(end, exit);
            }
            None => self.counted(node, min, u32::MAX, greedy, empty),
        }
    }

    fn run(&mut self, set: &Arc<crate::charset::CharSet>, min: u32, max: Option<u32>, mode: RunMode) {
        let set = self.set(set);
        let run = index(&mut self.program.runs, Run { set, min, max: max.unwrap_or(u32::MAX), mode });
        self.emit(Inst::Run(run));
    }

    fn counted(&mut self, node: &Node, min: u32, max: u32, greedy: bool, empty: EmptyCheck) {
        let register = self.registers(1);
        self.emit(Inst::LoopStart(register));
        let number = index(&mut self.program.loops, Loop { register, min, max, greedy, exit: 0 });
        let head = self.emit(Inst::Loop(number)) as u32;
        let end = self.round(node, empty);
        self.emit(Inst::LoopNext { register, head });
        let exit = self.here();
        self.patch_empty_end(end, exit);
        if let Some(made) = self.program.loops.get_mut(number as usize) {
            made.exit = exit;
        }
    }

    /// One round of a loop, with the check for having matched nothing; returns that check's instruction.
    fn round(&mut self, node: &Node, empty: EmptyCheck) -> Option<usize> {
        if empty == EmptyCheck::Never {
            self.node(node);
            return None;
        }
        let register = self.registers(2);
        let groups = empty == EmptyCheck::Groups;
        self.program.logs_groups |= groups;
        self.emit(Inst::EmptyStart(register));
        self.node(node);
        Some(self.emit(Inst::EmptyEnd { register, exit: 0, groups }))
    }

    fn patch_empty_end(&mut self, at: Option<usize>, exit: u32) {
        if let Some(Inst::EmptyEnd { exit: place, .. }) = at.and_then(|at| self.program.insts.get_mut(at)) {
            *place = exit;
        }
    }

    fn atomic(&mut self, node: &Node) {
        if let Node::Repeat(repeat) = node
            && let Some(set) = one_char(&repeat.node)
            && repeat.greedy
        {
            return self.run(&set, repeat.min, repeat.max, RunMode::Possessive);
        }
        let register = self.registers(1);
        self.emit(Inst::AtomicStart(register));
        self.node(node);
        self.emit(Inst::AtomicEnd(register));
    }

    fn look(&mut self, negated: bool, node: &Node, behind: Option<(usize, usize)>) {
        let register = self.registers(2);
        let start = self.emit(if negated { Inst::NotStart { register, exit: 0 } } else { Inst::LookStart(register) });
        match behind {
            None => self.node(node),
            Some((low, high)) if low == high => {
                self.emit(Inst::Back(u32::try_from(low).unwrap_or(u32::MAX)));
                self.node(node);
            }
            Some((low, high)) => {
                // Ignoring case makes some texts of several lengths; each is tried.
                let steps: Vec<usize> = (low..=high).take(MAX_STEPS_TRIED).collect();
                let mut jumps = Vec::new();
                for (i, &step) in steps.iter().enumerate() {
                    let fork = (i + 1 < steps.len()).then(|| self.emit(Inst::Fork(0, 0)));
                    self.emit(Inst::Back(u32::try_from(step).unwrap_or(u32::MAX)));
                    self.node(node);
                    self.emit(Inst::SamePosition(register + 1));
                    if let Some(fork) = fork {
                        jumps.push(self.emit(Inst::Jump(0)));
                        let next = self.here();
                        self.patch(fork, Inst::Fork(fork as u32 + 1, next));
                    }
                }
                let end = self.here();
                jumps.into_iter().for_each(|jump| self.patch(jump, Inst::Jump(end)));
            }
        }
        if negated {
            self.emit(Inst::NotEnd(register));
            let exit = self.here();
            self.patch(start, Inst::NotStart { register, exit });
        } else {
            self.emit(Inst::LookEnd(register));
        }
    }

    /// The groups that are called, each as a subroutine.
    fn subroutines(&mut self, ir: &Ir) {
        let mut addresses = vec![0; ir.called.len()];
        for (number, body) in ir.called.iter().enumerate() {
            let Some(body) = body else { continue };
            if let Some(address) = addresses.get_mut(number) {
                *address = self.here();
            }
            self.node(body);
            self.emit(Inst::Return);
        }
        for (call, group) in std::mem::take(&mut self.calls) {
            let address = addresses.get(group).copied().unwrap_or(0);
            self.patch(call, Inst::Call(address));
        }
    }

    fn registers(&mut self, count: usize) -> u32 {
        let first = self.program.registers as u32;
        self.program.registers += count;
        first
    }

    fn here(&self) -> u32 {
        self.program.insts.len() as u32
    }

    fn emit(&mut self, inst: Inst) -> usize {
        if self.program.insts.len() >= MAX_INSTS {
            self.too_large = true;
            return 0;
        }
        self.program.insts.push(inst);
        self.program.insts.len() - 1
    }

    fn patch(&mut self, at: usize, inst: Inst) {
        if let Some(place) = self.program.insts.get_mut(at) {
            *place = inst;
        }
    }

    fn patch_fork(&mut self, at: usize, body: u32, exit: u32, greedy: bool) {
        self.patch(at, if greedy { Inst::Fork(body, exit) } else { Inst::Fork(exit, body) });
    }
}

/// The set of a piece that matches exactly one character.
fn one_char(node: &Node) -> Option<Arc<crate::charset::CharSet>> {
    match node {
        Node::Text(text) => {
            let mut chars = text.chars();
            let c = u32::from(chars.next()?);
            chars.next().is_none().then(|| Arc::new(crate::charset::CharSet::range(c, c)))
        }
        node => node.as_set().cloned(),
    }
}

fn index<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    list.len() as u32 - 1
}
