//! Messages to systemd: ready, stopping (`sd_notify(3)`).

#[cfg(unix)]
use std::os::unix::net::UnixDatagram;

#[cfg(not(unix))]
pub(crate) fn notify(_: &str) {}

/// Tells the service manager a state, if one asked for it.
#[cfg(unix)]
pub(crate) fn notify(state: &str) {
    let Some(path) = std::env::var_os("NOTIFY_SOCKET") else { return };
    let Ok(socket) = UnixDatagram::unbound() else { return };
    let path = std::path::Path::new(&path);
    // The manager may be gone; the server works without it.
    let _ = match path.to_str().and_then(|path| path.strip_prefix('@')) {
        Some(name) => send_abstract(&socket, name, state),
        None => socket.send_to(state.as_bytes(), path).map(drop),
    };
}

#[cfg(target_os = "linux")]
fn send_abstract(socket: &UnixDatagram, name: &str, state: &str) -> std::io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    let address = std::os::unix::net::SocketAddr::from_abstract_name(name)?;
    socket.send_to_addr(state.as_bytes(), &address).map(drop)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn send_abstract(_: &UnixDatagram, _: &str, _: &str) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}
