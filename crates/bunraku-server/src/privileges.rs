//! Drops privileges: the server switches to another user before it does anything, and runs as root only if told to.

use nix::unistd::{Gid, Group, User, geteuid};

/// Switches to a user and group, if this is root. Without a user, running as root must be allowed explicitly.
pub fn drop_to(user: Option<&str>, group: Option<&str>, allow_root: bool) -> Result<(), String> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let Some(name) = user else {
        return match allow_root {
            true => Ok(()),
            false => {
                Err("running as root is not allowed: choose a user with `--user`, or pass `--allow-root`"
                    .to_owned())
            }
        };
    };
    let user = User::from_name(name).map_err(|error| format!("cannot look up user `{name}`: {error}"))?;
    let user = user.ok_or_else(|| format!("user `{name}` not found"))?;
    let gid = match group {
        Some(group) => group_of(group)?,
        None => user.gid,
    };
    if user.uid.is_root() {
        return match allow_root {
            true => Ok(()),
            false => Err(format!("user `{name}` is root: pass `--allow-root` to allow it")),
        };
    }
    become_user(&user, gid).map_err(|error| format!("cannot switch to user `{name}`: {error}"))
}

fn group_of(name: &str) -> Result<Gid, String> {
    let group = Group::from_name(name).map_err(|error| format!("cannot look up group `{name}`: {error}"))?;
    group.map(|group| group.gid).ok_or_else(|| format!("group `{name}` not found"))
}

/// Groups first: afterwards there is no permission to change them.
#[cfg(not(target_vendor = "apple"))]
fn become_user(user: &User, gid: Gid) -> Result<(), String> {
    use nix::unistd::{initgroups, setgid, setuid};
    let name = std::ffi::CString::new(user.name.as_str()).map_err(|error| error.to_string())?;
    let switched = initgroups(&name, gid).and_then(|()| setgid(gid)).and_then(|()| setuid(user.uid));
    switched.map_err(|error| error.to_string())
}

/// macOS has no safe call to change the groups of a process, and with those of root it would keep privileges.
#[cfg(target_vendor = "apple")]
fn become_user(user: &User, _: Gid) -> Result<(), String> {
    Err(format!(
        "not supported on macOS; start the server as this user: `sudo -u {} bunraku server`",
        user.name
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn root_must_be_told() {
        // Rejected calls have no effect, so root can run this test as well.
        if geteuid().is_root() {
            assert!(drop_to(None, None, false).unwrap_err().contains("running as root is not allowed"));
            assert!(drop_to(Some("root"), None, false).unwrap_err().contains("is root"));
            assert_eq!(
                drop_to(Some("nobody-of-that-name"), None, false).unwrap_err(),
                "user `nobody-of-that-name` not found"
            );
        }
        assert_eq!(drop_to(None, None, true), Ok(()));
    }
}
