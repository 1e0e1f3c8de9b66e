//! Compiling a resolved pattern to instructions for the backtracking matcher.

mod loops;

use crate::charset::CharSet;
use crate::firsts;
use crate::ir::{Ir, Node};
use crate::lookup::SetMatcher;
use crate::program::{Backreference, Inst, Program, RunMode};
use loops::one_char;
use std::collections::HashMap;
use std::sync::Arc;

/// The highest number of instructions of a pattern.
const MAX_INSTS: usize = 1 << 20;
/// The highest number of distances that a look-behind tries.
const MAX_STEPS_TRIED: usize = 16;

/// Compiles a pattern. `None` if it is too large.
pub fn compile(ir: &Ir) -> Option<Program> {
    let mut code = Codegen {
        program: Program {
            groups: ir.groups + 1,
            logs_levels: ir.levels,
            recorded: ir.recorded_groups(),
            ..Program::default()
        },
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
    sets: HashMap<Arc<CharSet>, u32>,
    /// The calls whose addresses are not known yet: the index of the instruction, and the group.
    calls: Vec<(usize, usize)>,
    /// Whether any group is called, so that a group may be started again before it has ended.
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
            Node::Absent(node) => self.absent(node),
            Node::Ahead { negated, node } => self.look(*negated, node, None),
            Node::Behind { negated, node, steps } => self.look(*negated, node, Some(*steps)),
            Node::Backreference { groups, fold, level } => {
                // If several groups have the name, the last one is tried first.
                let groups = groups.iter().rev().map(|&group| group as u32).collect();
                let index = index(
                    &mut self.program.backreferences,
                    Backreference { groups, fold: *fold, level: *level },
                );
                self.emit(Inst::Backreference(index));
            }
            Node::Call { group, .. } => {
                let call = self.emit(Inst::Call(0));
                self.calls.push((call, *group));
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

    fn set(&mut self, set: &Arc<CharSet>) -> u32 {
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

    fn absent(&mut self, node: &Node) {
        let ir =
            Ir { root: node.clone(), groups: self.program.groups - 1, called: Vec::new(), levels: false };
        match compile(&ir) {
            Some(program) => {
                let absent = index(&mut self.program.absents, program);
                self.emit(Inst::Absent(absent));
            }
            None => self.too_large = true,
        }
    }

    fn look(&mut self, negated: bool, node: &Node, behind: Option<(usize, usize)>) {
        let register = self.registers(2);
        let start =
            self.emit(if negated { Inst::NotStart { register, exit: 0 } } else { Inst::LookStart(register) });
        match behind {
            None => self.node(node),
            Some((low, high)) if low == high => {
                self.emit(Inst::Back(u32::try_from(low).unwrap_or(u32::MAX)));
                self.node(node);
            }
            Some((low, high)) => {
                // With case ignored, strings of several lengths may match, so each distance is tried.
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

    /// Compiles the groups that are called, each to a subroutine, and sets the addresses of the calls.
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

    /// Reserves registers, and returns the first.
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
        if let Some(old) = self.program.insts.get_mut(at) {
            *old = inst;
        }
    }
}

/// Appends an item to a list, and returns its index.
fn index<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    list.len() as u32 - 1
}
