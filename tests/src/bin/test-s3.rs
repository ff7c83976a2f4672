//! `test-s3 PORT FOLDER [BUCKET]`: the S3 server of the suite as a process of its own, on loopback. Keys come from
//! `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. It never listens anywhere else.

#![allow(clippy::print_stderr)]

use std::path::PathBuf;
use std::process::ExitCode;

use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(port), Some(folder)) = (
        arguments.next().and_then(|text| text.parse::<u16>().ok()),
        arguments.next(),
    ) else {
        eprintln!("usage: test-s3 PORT FOLDER [BUCKET]");
        return ExitCode::from(2);
    };
    let bucket = arguments.next().unwrap_or_else(|| "tkb".into());
    let variable =
        |name: &str, default: &str| std::env::var(name).unwrap_or_else(|_| default.into());
    let (key, secret) = (
        variable("AWS_ACCESS_KEY_ID", "test-key"),
        variable("AWS_SECRET_ACCESS_KEY", "test-secret"),
    );
    let served = match TcpListener::bind(("127.0.0.1", port)).await {
        Ok(listener) => {
            talekeep_tests::s3::serve(listener, &PathBuf::from(folder), &bucket, &key, &secret)
                .await
        }
        Err(error) => Err(error),
    };
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("test-s3: {error}");
            ExitCode::FAILURE
        }
    }
}
