//! A busy server, and an agent that waits for its turn.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::stage::Stage;

/// Catalogs of slow nodes compile until the time limit.
const SITE: &str = "
if $trusted['certname'] =~ /slow/ {
  Integer[1, 100000].each |$x| { Integer[1, 100000].each |$y| { $z = $x + $y } }
}
notify { 'my turn': }
";

#[test]
fn an_agent_that_comes_at_a_bad_time_gets_its_catalog_later() {
    let files = [("environments/production/manifests/site.pp", SITE)];
    let options = ["--compilers", "1", "--queue", "1", "--max-seconds", "5"];
    let Some(stage) = Stage::new("busy", &files, &options) else { return };
    let (status, said) = stage.agent(&["--noop"]);
    assert_eq!(status, 0, "{said}");
    let slow = || {
        let body = br#"{"certname":"slow.test","environment":"production","persistence":{"facts":false,"catalog":false},
            "facts":{"values":{}},"trusted_facts":{"values":{"certname":"slow.test"}}}"#;
        stage.ask(&stage.server_files(), "POST", "/puppet/v4/catalog", "application/json", body)
    };
    // Until the agent has made its request, one compilation runs and one waits.
    let has_come = AtomicBool::new(false);
    let keep_busy = || {
        while !has_come.load(Ordering::Relaxed) {
            let answer = slow();
            assert!([500, 503].contains(&answer.status), "it takes too long: {}", answer.summary());
        }
    };
    thread::scope(|scope| {
        let busy = [scope.spawn(keep_busy), scope.spawn(keep_busy)];
        let begun = Instant::now();
        while stage.waiting() == 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody waits");
            thread::sleep(Duration::from_millis(50));
        }
        let agent = scope.spawn(|| stage.agent(&[]));
        while !agent.is_finished() && stage.waiting() < 2 && !stage.has_sent_away_an_agent() {
            thread::sleep(Duration::from_millis(50));
        }
        has_come.store(true, Ordering::Relaxed);
        let (status, said) = agent.join().unwrap();
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("my turn"), "{said}");
        // Older agents cannot handle `Retry-After`, and stay in the queue.
        let is_sent_away = stage.version() >= (8, 2);
        assert_eq!(said.contains("before retrying the request"), is_sent_away, "{said}");
        for busy in busy {
            busy.join().unwrap();
        }
    });
}
