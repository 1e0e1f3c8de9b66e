const search = document.getElementById('search');
const count = document.getElementById('count');
const entries = [...document.querySelectorAll('details.entry')];
const texts = entries.map(entry => entry.textContent.toLowerCase());
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(word => word);
  let shown = 0;
  entries.forEach((entry, index) => {
    entry.hidden = !words.every(word => texts[index].includes(word));
    if (!entry.hidden) shown += 1;
  });
  for (const heading of document.querySelectorAll('h2')) {
    let next = heading.nextElementSibling;
    let visible = false;
    while (next && next.tagName !== 'H2') { visible ||= !next.hidden; next = next.nextElementSibling; }
    heading.hidden = !visible;
  }
  count.textContent = words.length ? `${shown} of ${entries.length}` : '';
}
function open() {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry) { entry.open = true; entry.scrollIntoView(); }
}
search.addEventListener('input', find);
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  if (event.key === 'Escape') { search.value = ''; find(); }
});
addEventListener('hashchange', open);
open();
