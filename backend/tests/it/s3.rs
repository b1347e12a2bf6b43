//! A server that speaks S3, in the test's process, over a folder. It can be stopped and started again.

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

/// A running server with one bucket.
pub(crate) struct S3 {
    folder: TempDir,
    service: S3Service,
    address: SocketAddr,
    task: Option<JoinHandle<()>>,
}

const BUCKET: &str = "visitors";
const KEY: &str = "test-key";
const SECRET: &str = "test-secret";

/// Not the address that other tests use: none of them takes the port while this server is down.
const HOST: &str = "127.0.0.3";

impl S3 {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let mut server = Self {
            folder,
            service: builder.build(),
            address: format!("{HOST}:0").parse().unwrap(),
            task: None,
        };
        server.restart().await;
        server
    }

    /// Has a `pulsen serve` use it.
    pub(crate) fn configure(&self, command: &mut Command) {
        let files = format!(
            "s3://{BUCKET}/some/prefix?region=eu-central-1&endpoint=http://{}&allow_http=true",
            self.address
        );
        command
            .env("PULSEN_FILES", files)
            .env("AWS_ACCESS_KEY_ID", KEY)
            .env("AWS_SECRET_ACCESS_KEY", SECRET);
    }

    /// Ends the server and its connections at once.
    pub(crate) async fn stop(&mut self) {
        let task = self.task.take().unwrap();
        task.abort();
        let _ = task.await;
    }

    /// Starts the server again, at the same address.
    pub(crate) async fn restart(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.address = listener.local_addr().unwrap();
        self.task = Some(tokio::spawn(serve(listener, self.service.clone())));
    }

    /// Returns the folder in which the objects lie, below the prefix.
    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join(BUCKET).join("some/prefix")
    }

    /// Returns the keys of all objects in the bucket, without the prefix.
    pub(crate) fn objects(&self) -> Vec<String> {
        let mut objects = Vec::new();
        let mut folders: Vec<PathBuf> = vec![self.root()];
        while let Some(folder) = folders.pop() {
            // The server makes the folders of the prefix with the first object.
            for entry in folder.read_dir().into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    objects.push(path.file_name().unwrap().to_str().unwrap().to_owned());
                }
            }
        }
        objects
    }
}

async fn serve(listener: TcpListener, service: S3Service) {
    // Dropped, and with it all connections, when this task is aborted.
    let mut connections = JoinSet::new();
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let service = service.clone();
        connections.spawn(async move {
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}
