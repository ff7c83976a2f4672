//! An S3 server for tests: s3s over a folder, with signatures checked. It is never part of the product, and honours conditional
//! writes no better than the stores it stands for.

use std::io;
use std::path::Path;

use hyper::body::Incoming;
use hyper::service::{Service, service_fn};
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
        let inner = service.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let (inner, asked) = (
                inner.clone(),
                format!("{} {}", request.method(), request.uri()),
            );
            async move {
                let answer = Service::call(&inner, request).await;
                // A test that fails for our own sake should say so.
                match &answer {
                    Ok(answer) if !answer.status().is_server_error() => {}
                    Ok(answer) => eprintln!("{asked} answered {}", answer.status()),
                    Err(error) => eprintln!("{asked} failed: {error:?}"),
                }
                answer
            }
        });
        tokio::spawn(async move {
            let connection = Builder::new(TokioExecutor::new());
            // A client that hangs up is its own affair.
            let _ = connection
                .serve_connection(TokioIo::new(socket), service)
                .await;
        });
    }
}
