//! HTML pages in a headless Chromium: search, folding, keyboard, no console output. Skipped without Chromium.

use std::process::Command;

use crate::support::{Folder, folder};

/// Opens a page with a script appended, and returns what the script writes into the title; `None` without Chromium.
fn run(files: &Folder, page: &str, script: &str) -> Option<String> {
    let chromium = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    let Some(chromium) = chromium else {
        bunraku_corpus::skipped("there is no Chromium to open pages with");
        return None;
    };
    let text = std::fs::read_to_string(files.path(page)).unwrap();
    let errors = "<script>window.wrong = []; addEventListener('error', e => wrong.push(e.message));</script>";
    let end = format!(
        "<script>try {{ document.title = JSON.stringify([{script}, wrong]); }} catch (e) {{ document.title = 'failed: ' + e; }}</script></body>"
    );
    let text = text.replacen("<body>", &format!("<body>{errors}"), 1).replacen("</body>", &end, 1);
    files.write("tested.html", text.as_bytes());
    let output = Command::new(chromium)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--enable-logging=stderr",
        ])
        .arg(format!("--user-data-dir={}", files.path("profile").display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", files.path("tested.html").display()))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("CONSOLE"), "{said}");
    let dom = String::from_utf8_lossy(&output.stdout).into_owned();
    let title = dom.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    Some(title.map(|(title, _)| title.to_owned()).unwrap_or_else(|| format!("no title: {dom}")))
}

#[test]
fn the_page_of_a_graph_works() {
    let program = "class web {\n  package { 'nginx': }\n  -> file { '/etc/nginx': }\n  ~> service { 'nginx': }\n  file { '/etc/nginx/<b>': }\n}\ninclude web\n";
    let files = folder(&[("site.pp", program)]);
    files
        .run(&["graph", "n", "--manifest", "site.pp", "--format", "html", "--output", "graph.html"])
        .status(0);
    let script = "(() => {
        const type = text => { search.value = text; search.dispatchEvent(new Event('input')); };
        const visible = () => rows.filter(row => !row.hidden).length;
        const all = visible();
        type('nginx');
        const some = visible(), shown = document.getElementById('shown').textContent;
        search.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
        const chosen = document.querySelector('#focus h2').textContent;
        type('');
        fold.click();
        const open = folds.every(each => each.open);
        fold.click();
        const folded = folds.every(each => !each.open);
        document.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
        const focused = document.activeElement === search;
        buttons.get('Package[nginx]').click(); document.getElementById('from').click();
        buttons.get('Service[nginx]').click();
        const steps = document.querySelectorAll('#way li').length;
        buttons.get('File[/etc/nginx]').click();
        const after = [...document.querySelectorAll('#focus ul')][1].children.length;
        return [all, visible(), some < all, shown, chosen, open, folded, focused, steps, after];
    })()";
    let Some(told) = run(&files, "graph.html", script) else { return };
    assert_eq!(told, "[[8,8,true,\"4 of 8\",\"Package[nginx]\",true,true,true,2,2],[]]");
}

#[test]
fn the_page_of_a_comparison_works() {
    let files = folder(&[
        ("a/manifests/site.pp", "notify { 'one': }\nfile { '/x': content => \"a\\nb\\n\" }\n"),
        ("b/manifests/site.pp", "notify { 'two': }\nfile { '/x': content => \"a\\nc\\n\" }\n"),
    ]);
    files.run(&["diff", "a", "b", "--format", "html", "--output", "diff.html"]).status(2);
    let script = "(() => {
        const type = text => { search.value = text; search.dispatchEvent(new Event('input')); };
        const visible = () => all.filter(each => !each.hidden).length;
        const every = visible();
        type('notify');
        const some = visible();
        type('');
        fold.click();
        const folded = all.every(each => !each.open);
        fold.click();
        const reachable = [...document.querySelectorAll('summary')].every(each => { each.focus(); return document.activeElement === each; });
        return [every, some, visible(), folded, all.every(each => each.open), reachable];
    })()";
    let Some(told) = run(&files, "diff.html", script) else { return };
    assert_eq!(told, "[[3,2,3,true,true,true],[]]");
}

#[test]
fn the_page_of_reasons_works() {
    let program = "class web (String $text = '<b>') {\n  if $facts['x'] { file { '/x': content => $text } }\n}\ninclude web\n";
    let files = folder(&[("site.pp", program)]);
    let why = ["why", "n", "File[/x]", "content", "--manifest", "site.pp", "--fact", "x=1"];
    let args: Vec<&str> = why.iter().chain(&["--format", "html", "--output", "why.html"]).copied().collect();
    files.run(&args).status(0);
    let script = "(() => {
        const type = text => { search.value = text; search.dispatchEvent(new Event('input')); };
        const count = all.length;
        fold.click();
        const folded = folds.every(each => !each.open);
        type('default of parameter');
        const found = document.querySelectorAll('.found').length, open = document.querySelector('.found').checkVisibility();
        const reachable = [...document.querySelectorAll('summary')].filter(each => each.checkVisibility()).every(each => { each.focus(); return document.activeElement === each; });
        return [count > 4, folded, found, open, reachable, document.body.textContent.includes('<b>')];
    })()";
    let Some(told) = run(&files, "why.html", script) else { return };
    assert_eq!(told, "[[true,true,1,true,true,true],[]]");
}
