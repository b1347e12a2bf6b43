//! A proxy that passes on every byte as it comes, as Caddy does: it says whose request it is, and waits for no body.

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// The proxy's address of the loopback network, which the server has to trust.
pub(crate) const PROXY: &str = "127.0.0.50";

/// Starts a proxy before a server, and returns its address. Each connection is for one request.
pub(crate) async fn start(server: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let server = server.trim_start_matches("http://").to_owned();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(pass_on(client, server.clone()));
        }
    });
    address
}

async fn pass_on(mut client: TcpStream, server: String) -> std::io::Result<()> {
    let visitor = client.peer_addr()?.ip();
    let mut request = Vec::new();
    let head = loop {
        let end = request.windows(4).position(|bytes| bytes == b"\r\n\r\n");
        if let Some(end) = end {
            break end + 2;
        }
        if client.read_buf(&mut request).await? == 0 {
            return Ok(());
        }
    };
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{PROXY}:0").parse().unwrap())?;
    let mut server = socket.connect(server.parse().unwrap()).await?;
    server.write_all(&request[..head]).await?;
    let own = format!("x-forwarded-for: {visitor}\r\nconnection: close\r\n");
    server.write_all(own.as_bytes()).await?;
    server.write_all(&request[head..]).await?;
    copy_bidirectional(&mut client, &mut server).await.map(drop)
}
