//! What the machine allows, and what it does not.

use std::path::PathBuf;

use super::*;
use crate::scratch::Folder;

const KIND: FileKind = FileKind::Content;

/// A machine for which a folder belongs to the environment.
fn machine(folder: &Path) -> SystemWorld {
    let machine = SystemWorld::new();
    machine.trust(folder, Trust::Below);
    machine
}

/// Two folders, of which the first belongs to the environment.
fn inside_and_outside() -> (Folder, PathBuf, PathBuf, SystemWorld) {
    let folder = Folder::new();
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
    fs::create_dir(&inside).unwrap();
    fs::create_dir(&outside).unwrap();
    fs::write(inside.join("a"), "good").unwrap();
    fs::write(outside.join("a"), "secret").unwrap();
    let machine = machine(&inside);
    (folder, inside, outside, machine)
}

#[test]
fn files_and_folders() {
    let folder = Folder::new();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).unwrap();
    fs::write(path("a"), "words").unwrap();
    let machine = machine(folder.path());
    assert_eq!(machine.read(&path("a"), KIND).unwrap(), b"words");
    assert_eq!(machine.read(&path("b"), KIND).unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(machine.read(&path("sub"), KIND).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    let names = machine.list(folder.path()).unwrap();
    let expected =
        [("a", false), ("sub", true)].map(|(name, folder)| Entry { name: name.into(), folder, link: false });
    assert_eq!(names, expected);
    assert!(machine.is_file(&path("a")) && machine.is_folder(&path("sub")));
    assert!(machine.stamp(&path("b")).is_none());
}

#[test]
fn a_stamp_changes_with_the_file() {
    let folder = Folder::new();
    let path = folder.path().join("a");
    fs::write(&path, "one").unwrap();
    let machine = machine(folder.path());
    let before = machine.stamp(&path);
    assert_eq!(before, machine.stamp(&path));
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(UNIX_EPOCH + Duration::from_secs(5)).unwrap();
    assert_eq!(machine.stamp(&path), Some(Stamp { folder: false, length: 3, mark: 5_000_000_000 }));
    assert_ne!(machine.stamp(&path), before);
}

#[test]
fn what_is_outside_looks_as_if_it_were_not_there_and_a_refusal_says_why() {
    let (_folder, inside, outside, machine) = inside_and_outside();
    let real = fs::canonicalize(&outside).unwrap();
    for path in [outside.join("a"), inside.join("../outside/a"), inside.join("./../inside/../outside/./a")] {
        assert!(machine.stamp(&path).is_none() && !machine.is_file(&path), "{}", path.display());
        let error = machine.read(&path, KIND).unwrap_err();
        let refused = Refused::of(&error).unwrap();
        assert_eq!(refused.flag, format!("--allow-read={}", real.join("a").display()));
        assert_eq!(machine.refusal(&path).as_ref(), Some(refused));
    }
    assert!(Refused::of(&machine.list(&outside).unwrap_err()).is_some());
    assert!(machine.refusal(&outside).is_some() && !machine.is_folder(&outside));
    // Missing files are not refused, wherever they would be.
    assert_eq!(machine.refusal(&outside.join("b")), None);
    assert_eq!(machine.read(&outside.join("b"), KIND).unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(machine.refusal(&inside.join("a")), None);
}

#[test]
fn what_is_allowed_is_given() {
    let (_folder, _, outside, _) = inside_and_outside();
    let path = outside.join("a");
    for policy in [
        Policy::default().allow_read(&path),
        Policy::default().allow_read(&outside),
        Policy::default().allow_read(outside.join("../outside")),
        Policy::default().allow_all_reads(),
    ] {
        assert_eq!(SystemWorld::with_policy(policy).read(&path, KIND).unwrap(), b"secret");
    }
    let beside = Policy::default().allow_read(outside.with_file_name("outsid"));
    assert!(SystemWorld::with_policy(beside).read(&path, KIND).is_err());
    // Configuration is read on behalf of the user who names it.
    assert_eq!(SystemWorld::new().read(&path, FileKind::Configuration).unwrap(), b"secret");
}

#[test]
fn each_kind_of_file_has_a_limit() {
    let folder = Folder::new();
    let path = folder.path().join("a");
    fs::write(&path, "12345").unwrap();
    let limits = bunraku_world::FileLimits { data: 4, template: 5, input: 4, ..Default::default() };
    let machine = SystemWorld::with_policy(Policy::default().allow_read(folder.path()).with_limits(limits));
    for kind in [FileKind::Data, FileKind::Input] {
        let error = machine.read(&path, kind).unwrap_err();
        assert_eq!(TooLarge::of(&error), Some(TooLarge { kind, limit: 4 }));
    }
    assert_eq!(machine.read(&path, FileKind::Template).unwrap(), b"12345");
    assert_eq!(machine.read(&path, FileKind::Manifest).unwrap(), b"12345");
}

#[cfg(unix)]
#[test]
fn a_device_that_is_named_has_the_limit_of_data() {
    let limits = bunraku_world::FileLimits { data: 4, ..Default::default() };
    let machine = SystemWorld::with_policy(Policy::default().with_limits(limits));
    let error = machine.read(Path::new("/dev/zero"), FileKind::Input).unwrap_err();
    assert_eq!(TooLarge::of(&error), Some(TooLarge { kind: FileKind::Input, limit: 4 }));
    assert_eq!(machine.read(Path::new("/dev/null"), FileKind::Input).unwrap(), b"");
}

#[test]
fn variables() {
    let machine = SystemWorld::with_policy(Policy::default().allow_variable("PATH"));
    assert!(matches!(machine.variable("PATH", AskedBy::Code), Ok(Some(_))));
    let refused = SystemWorld::new().variable("PATH", AskedBy::Code).unwrap_err();
    assert_eq!(refused.flag, "--allow-env=PATH");
    assert!(matches!(SystemWorld::new().variable("PATH", AskedBy::Settings), Ok(Some(_))));
    for name in ["", "BUNRAKU_NOBODY_SETS_THIS", "A=B", "A\0B"] {
        assert_eq!(SystemWorld::new().variable(name, AskedBy::Code), Ok(None), "{name:?}");
    }
}

#[test]
fn clocks_go_on_and_seeds_differ() {
    let machine = SystemWorld::new();
    assert!(machine.now() > Some(1_700_000_000_000_000_000));
    let before = machine.elapsed();
    std::thread::sleep(Duration::from_millis(1));
    assert!(machine.elapsed() > before);
    let seeds: std::collections::HashSet<u64> = (0..100).map(|_| machine.seed()).collect();
    assert_eq!(seeds.len(), 100);
}

#[cfg(unix)]
mod links_and_devices {
    use std::os::unix::{fs::symlink, net::UnixListener};

    use super::*;

    #[test]
    fn a_link_counts_as_what_it_leads_to() {
        let folder = Folder::new();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("real")).unwrap();
        symlink("real", path("link")).unwrap();
        symlink("nowhere", path("dangling")).unwrap();
        let machine = machine(folder.path());
        let expected = [("dangling", false, true), ("link", true, true), ("real", true, false)];
        let listed = machine.list(folder.path()).unwrap();
        assert_eq!(listed, expected.map(|(name, folder, link)| Entry { name: name.into(), folder, link }));
        assert!(!machine.is_file(&path("dangling")));
    }

    #[test]
    fn a_link_leads_nowhere_out_of_the_environment() {
        let (_folder, inside, outside, machine) = inside_and_outside();
        symlink(outside.join("a"), inside.join("file")).unwrap();
        symlink(&outside, inside.join("folder")).unwrap();
        symlink("folder", inside.join("twice")).unwrap();
        for path in ["file", "folder/a", "twice/a"].map(|name| inside.join(name)) {
            let error = machine.read(&path, KIND).unwrap_err();
            assert!(Refused::of(&error).unwrap().what.contains("which points to"), "{error}");
            assert!(machine.stamp(&path).is_none());
        }
        assert!(machine.list(&inside.join("folder")).is_err());
        // A link that stays inside is fine.
        symlink("a", inside.join("own")).unwrap();
        assert_eq!(machine.read(&inside.join("own"), KIND).unwrap(), b"good");
    }

    #[test]
    fn a_module_may_be_a_link_but_must_be_a_module() {
        let (_folder, inside, outside, machine) = inside_and_outside();
        symlink(&outside, inside.join("m")).unwrap();
        machine.trust(&inside.join("m"), Trust::Module);
        assert!(machine.read(&inside.join("m/a"), KIND).is_err(), "nothing in it is of a module");
        fs::create_dir(outside.join("manifests")).unwrap();
        machine.trust(&inside.join("m"), Trust::Module);
        assert_eq!(machine.read(&inside.join("m/a"), KIND).unwrap(), b"secret");
    }

    #[test]
    fn devices_pipes_and_sockets_are_not_files() {
        let folder = Folder::new();
        let machine =
            SystemWorld::with_policy(Policy::default().allow_read(folder.path()).allow_read("/dev"));
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let _listener = UnixListener::bind(&socket).unwrap();
        let started = Instant::now();
        for path in [&pipe, &socket, Path::new("/dev/zero")] {
            let error = machine.read(path, KIND).unwrap_err();
            assert_eq!(error.to_string(), "it is a device, a pipe or a socket, not a file");
            assert!(machine.read(path, FileKind::Configuration).is_err());
        }
        assert!(started.elapsed() < Duration::from_secs(5), "nobody waits for a pipe");
        assert!(Refused::of(&SystemWorld::new().read(Path::new("/dev/zero"), KIND).unwrap_err()).is_some());
    }

    #[test]
    fn code_reads_nothing_from_the_null_device() {
        let null = Path::new("/dev/null");
        assert_eq!(SystemWorld::new().read(null, FileKind::Content).unwrap(), b"");
        assert!(SystemWorld::new().refusal(null).is_none());
        for kind in [FileKind::Manifest, FileKind::Configuration] {
            assert!(SystemWorld::new().read(null, kind).is_err());
        }
    }

    #[test]
    fn what_the_kernel_shows_is_not_a_file_of_a_disk() {
        let all = SystemWorld::with_policy(Policy::default().allow_all_reads());
        if Path::new("/proc/self/environ").exists() {
            for path in
                ["/proc/self/environ", "/proc/self/root/proc/self/environ", "/dev/../proc/self/environ"]
            {
                assert!(Refused::of(&all.read(Path::new(path), KIND).unwrap_err()).is_some(), "{path}");
            }
        }
    }
}

#[test]
fn machines_that_share_contents_read_a_file_once() {
    let folder = crate::scratch::Folder::new();
    let path = folder.path().join("a.pp");
    let write = |text: &str| {
        fs::write(&path, text).unwrap();
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(1_000_000)).unwrap();
    };
    let contents = Arc::new(Contents::default());
    let [one, other] = [(); 2].map(|()| SystemWorld::unrestricted().sharing(&contents));
    let read = |machine: &SystemWorld, kind| String::from_utf8(machine.read(&path, kind).unwrap()).unwrap();
    write("one");
    assert_eq!(read(&one, FileKind::Manifest), "one");
    write("two");
    assert_eq!(read(&other, FileKind::Manifest), "two", "nothing is kept before it is asked for");
    contents.keep();
    assert_eq!(read(&one, FileKind::Input), "two");
    // The same length and time: whoever reads it now has not opened it.
    write("new");
    assert_eq!(read(&other, FileKind::Manifest), "two");
    assert_eq!(read(&one, FileKind::Input), "two");
    assert_eq!(read(&SystemWorld::unrestricted(), FileKind::Manifest), "new");
    write("longer");
    assert_eq!(read(&other, FileKind::Manifest), "longer");
}
