//! The graph as a page: folded by container, with search, the neighbours of a resource, and the path between two.
//!
//! Not all edges are drawn: 1,000 resources on a plane are unreadable. The page draws one resource with its neighbours.

use std::fmt::Write;

use super::{EdgeKind, Graph, to_json};

/// The page, which is self-contained.
pub fn to_html(graph: &Graph) -> String {
    // `<` in a script could end it.
    let data = to_json(graph).replace('<', "\\u003c");
    let count = |kind: EdgeKind| graph.edges.iter().filter(|edge| edge.kind == kind).count();
    let automatic = graph.edges.iter().filter(|edge| edge.automatic).count();
    let relationships = count(EdgeKind::Before) + count(EdgeKind::Notifies);
    let mut out = String::from(HEAD);
    let _ = writeln!(
        out,
        "<h1>{} resources, {relationships} relationships, {automatic} of them automatic</h1>",
        graph.resources.len()
    );
    out.push_str(BODY);
    let _ = writeln!(out, "<script type=\"application/json\" id=\"data\">{data}</script>");
    out.push_str(SCRIPT);
    out
}

const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dependency graph</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #888; --mark: #1565c0; }
@media (prefers-color-scheme: dark) { :root { --mark: #90caf9; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; align-items: start; }
@media (max-width: 50rem) { .columns { grid-template-columns: 1fr; } }
#focus { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
details { border-left: 2px solid var(--line); margin: .2rem 0; padding-left: .7rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
#tree div { padding-left: calc(.7rem + 2px); }
button.resource { font: inherit; border: 0; background: none; color: inherit; padding: 0; text-align: left; cursor: pointer; overflow-wrap: anywhere; }
button.resource:hover, button.resource:focus-visible { text-decoration: underline; }
button.resource[aria-current] { color: var(--mark); font-weight: 600; }
.kind, .place, #shown { color: var(--soft); font-size: .85rem; }
ul { padding-left: 1.1rem; margin: .2rem 0; }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; }
svg { width: 100%; height: auto; margin: .5rem 0; } svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
svg rect { fill: none; stroke: var(--soft); } svg .own rect { stroke: var(--mark); stroke-width: 2; } svg .other { cursor: pointer; }
svg path { fill: none; stroke: var(--soft); } svg path.notifies { stroke: var(--mark); } svg path.automatic { stroke-dasharray: 4 3; }
@media print { form, #focus > p:only-child { display: none; } .columns { display: block; } }
</style>
</head>
<body>
"#;

const BODY: &str = r#"<form role="search" onsubmit="return false">
<label>Show resources with <input type="search" id="search" autocomplete="off"></label>
<p><button type="button" id="fold">Open all</button> <span id="shown" role="status"></span></p>
</form>
<div class="columns">
<nav id="tree" aria-label="Resources by container"></nav>
<section id="focus" aria-live="polite"><p>Select a resource to see what comes before and after it. Click “from here” and select another one to see the shortest path.</p></section>
</div>
"#;

const SCRIPT: &str = r#"<script>
const graph = JSON.parse(document.getElementById('data').textContent);
const containers = new Set(graph.containers), inside = new Map(), parent = new Map(), out = new Map(), into = new Map();
const holds = new Map(), within = new Map();
const push = (map, key, value) => map.has(key) ? map.get(key).push(value) : map.set(key, [value]);
for (const edge of graph.edges) {
  if (edge.kind === 'contains') {
    push(holds, edge.from, edge.to); push(within, edge.to, edge.from);
    if (!parent.has(edge.to)) { parent.set(edge.to, edge.from); push(inside, edge.from, edge.to); }
  } else { push(out, edge.from, edge); push(into, edge.to, edge); }
}
const make = (name, text, parts = []) => { const node = document.createElement(name); node.textContent = text; node.append(...parts); return node; };
const buttons = new Map();
const button = (name, known) => {
  const made = make('button', name); made.type = 'button'; made.className = 'resource';
  made.addEventListener('click', () => choose(name));
  if (known) buttons.set(name, made);
  return made;
};
const tree = document.getElementById('tree'), seen = new Set();
const branch = name => {
  seen.add(name);
  const children = (inside.get(name) ?? []).filter(child => !seen.has(child));
  if (!children.length) { const leaf = make('div', '', [button(name, true)]); leaf.dataset.name = name; return leaf; }
  const node = document.createElement('details'); node.dataset.name = name;
  node.append(make('summary', '', [button(name, true), make('span', ` ${children.length}`)]));
  node.lastChild.lastChild.className = 'kind';
  for (const child of children) if (!seen.has(child)) node.append(branch(child));
  return node;
};
for (const name of graph.resources) if (!parent.has(name)) tree.append(branch(name));
for (const name of graph.resources) if (!seen.has(name)) tree.append(branch(name));
const folds = [...tree.querySelectorAll('details')];
folds.slice(0, 2).forEach(each => { each.open = true; });

let current, start;
const says = edge => (edge.kind === 'notifies' ? 'notifies' : 'before') + (edge.automatic ? ', automatic' : '');
const listed = (title, edges, end) => {
  const list = document.createElement('ul');
  for (const edge of edges) {
    const item = make('li', '', [button(edge[end]), make('span', ` ${says(edge)}`)]);
    item.lastChild.className = 'kind';
    if (edge.place) { const place = make('div', edge.place); place.className = 'place'; item.append(place); }
    list.append(item);
  }
  return [make('h2', `${title} (${edges.length})`), list];
};
// A container begins before its contents begin, and ends after they have ended: `b` is a beginning, `e` an end.
const steps = ([kind, name]) => [
  ...(kind === 'b' ? [{ at: ['e', name] }, ...(holds.get(name) ?? []).map(to => ({ at: ['b', to], edge: { from: name, to, kind: 'contains' } }))] : []),
  ...(kind === 'e' ? (within.get(name) ?? []).map(from => ({ at: ['e', from], edge: { from, to: name, kind: 'contains' } })) : []),
  ...(kind === 'e' ? (out.get(name) ?? []).map(edge => ({ at: ['b', edge.to], edge })) : []),
];
const way = (from, to) => {
  const key = at => at[0] + at[1], first = ['b', from], reached = new Map([[key(first), null]]), queue = [first];
  for (let number = 0; number < queue.length; number += 1) {
    const at = queue[number];
    if (key(at) === 'b' + to) {
      const found = [];
      for (let step = reached.get(key(at)); step; step = reached.get(key(step.before))) if (step.edge) found.unshift(step.edge);
      return found;
    }
    for (const step of steps(at)) if (!reached.has(key(step.at))) { reached.set(key(step.at), { ...step, before: at }); queue.push(step.at); }
  }
};
const back = ([kind, name]) => kind === 'b'
  ? [...(within.get(name) ?? []).map(outer => ['b', outer]), ...(into.get(name) ?? []).map(edge => ['e', edge.from])]
  : [['b', name], ...(holds.get(name) ?? []).map(child => ['e', child])];
const count = (first, next, kind) => {
  const found = new Set(), open = [first];
  while (open.length) for (const at of next(open.pop())) if (!found.has(at[0] + at[1])) { found.add(at[0] + at[1]); open.push(at); }
  return [...found].filter(key => key[0] === kind).length;
};
// What is directly before a resource, the resource, and what is directly after it, from left to right.
const picture = (name, before, after) => {
  const most = 12, wide = 230, high = 26, gap = 60, space = 'http://www.w3.org/2000/svg';
  const draw = (kind, given, text = '') => { const node = document.createElementNS(space, kind); for (const each in given) node.setAttribute(each, given[each]); node.textContent = text; return node; };
  const rows = Math.max(1, Math.min(most, before.length), Math.min(most, after.length)), height = rows * (high + 8) + 8;
  const svg = draw('svg', { viewBox: `0 0 ${3 * wide + 2 * gap} ${height}`, role: 'img', 'aria-label': `${name} with what is directly before and after it` });
  const short = text => text.length > 30 ? text.slice(0, 14) + '…' + text.slice(-15) : text;
  const box = (text, x, y, own) => {
    const group = draw('g', { class: own ? 'own' : 'other' });
    group.append(draw('title', {}, text), draw('rect', { x: x + 1, y, width: wide - 2, height: high, rx: 4 }), draw('text', { x: x + 8, y: y + 18 }, short(text)));
    if (!own) group.addEventListener('click', () => choose(text));
    return group;
  };
  const middle = height / 2;
  const side = (edges, end, x, from, to) => edges.slice(0, most).forEach((edge, row) => {
    const count = Math.min(most, edges.length), y = middle - count * (high + 8) / 2 + row * (high + 8) + 4, at = y + high / 2;
    const [start, stop] = end === 'from' ? [at, middle] : [middle, at], half = (from + to) / 2;
    svg.append(draw('path', { d: `M${from} ${start} C${half} ${start} ${half} ${stop} ${to} ${stop}`, class: edge.automatic ? 'automatic' : edge.kind }), box(edge[end], x, y, false));
  });
  side(before, 'from', 0, wide, wide + gap);
  side(after, 'to', 2 * (wide + gap), 2 * wide + gap, 2 * (wide + gap));
  svg.append(box(name, wide + gap, middle - high / 2, true));
  return svg;
};
const choose = name => {
  buttons.get(current)?.removeAttribute('aria-current');
  current = name;
  const known = buttons.get(name);
  known?.setAttribute('aria-current', 'true');
  for (let at = known?.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  known?.scrollIntoView({ block: 'nearest' });
  const focus = document.getElementById('focus');
  const from = make('button', 'from here'); from.type = 'button'; from.id = 'from';
  from.addEventListener('click', () => { start = name; choose(name); });
  const parts = [make('h2', name), from];
  if (parent.has(name)) parts.push(make('p', 'in ', [button(parent.get(name))]));
  if (start && start !== name) {
    const found = way(start, name);
    const list = make('ol', ''); list.id = 'way';
    for (const step of found ?? []) list.append(make('li', '', [button(step.from), ` ${step.kind === 'contains' ? 'contains' : says(step)} `, button(step.to)]));
    parts.push(make('h2', found ? `from ${start}` : `no relationship leads here from ${start}`), list);
  }
  const before = into.get(name) ?? [], after = out.get(name) ?? [];
  const total = make('p', `In all, ${count(['b', name], back, 'e')} resources come before it and ${count(['e', name], at => steps(at).map(step => step.at), 'b')} after it.`); total.className = 'kind';
  focus.replaceChildren(...parts, picture(name, before, after), total, ...listed('Directly before it', before, 'from'), ...listed('Directly after it', after, 'to'));
  history.replaceState(null, '', '#' + encodeURIComponent(name));
};
const search = document.getElementById('search'), fold = document.getElementById('fold');
const rows = [...tree.querySelectorAll('[data-name]')].reverse();
search.addEventListener('input', () => {
  const wanted = search.value.toLowerCase();
  let shown = 0;
  for (const row of rows) {
    const fits = row.dataset.name.toLowerCase().includes(wanted);
    const within = [...row.children].some(child => child.dataset.name && !child.hidden);
    row.hidden = !fits && !within;
    shown += fits ? 1 : 0;
    if (wanted && within && row.tagName === 'DETAILS') row.open = true;
  }
  document.getElementById('shown').textContent = wanted ? `${shown} of ${graph.resources.length}` : '';
});
search.addEventListener('keydown', event => {
  if (event.key === 'Enter') rows.toReversed().find(row => !row.hidden && row.dataset.name.toLowerCase().includes(search.value.toLowerCase()))?.querySelector('button').click();
});
fold.addEventListener('click', () => {
  const open = fold.textContent === 'Open all';
  folds.forEach(each => { each.open = open; });
  fold.textContent = open ? 'Fold all' : 'Open all';
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
});
const named = decodeURIComponent(location.hash.slice(1));
if (graph.resources.includes(named)) choose(named);
</script>
</body>
</html>
"#;
