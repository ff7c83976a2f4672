//! An S3 server for tests: s3s over a folder, with signatures checked. It is never part of the product, and honours conditional
//! writes no better than the stores it stands for.

use std::io;
use std::path::Path;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

/// Serves one bucket out of `folder` until the process ends.
pub async fn serve(
    listener: TcpListener,
    folder: &Path,
    bucket: &str,
    key: &str,
    secret: &str,
) -> io::Result<()> {
    std::fs::create_dir_all(folder.join(bucket))?;
    let store =
        s3s_fs::FileSystem::new(folder).map_err(|error| io::Error::other(format!("{error:?}")))?;
    let mut builder = S3ServiceBuilder::new(store);
    builder.set_auth(SimpleAuth::from_single(key, secret));
    let service = builder.build();
    loop {
        let (socket, _) = listener.accept().await?;
        let service = service.clone();
        tokio::spawn(async move {
            let connection = Builder::new(TokioExecutor::new());
            // A client that hangs up is its own affair.
            let _ = connection
                .serve_connection(TokioIo::new(socket), service)
                .await;
        });
    }
}
