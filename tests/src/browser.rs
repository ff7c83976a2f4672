//! A headless Chromium driven through ChromeDriver, both from Debian's packages. It never downloads a browser, and never uses
//! a profile twice.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;
use tempfile::TempDir;

use crate::app::free_port;

/// Set by `.ci/run`, which has installed a browser: its absence is then a failure.
pub const REQUIRED: &str = "TALEKEEP_TEST_REQUIRE_BROWSER";

const FLAGS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// The driver's process and the profile's folder; both go when this is dropped.
#[derive(Debug)]
pub struct Browser {
    pub page: Client,
    driver: Child,
    _profile: TempDir,
}

impl Browser {
    /// Starts a fresh browser, or says why there is none.
    pub async fn start() -> Result<Browser, String> {
        let chromium =
            find(&["chromium", "chromium-browser", "google-chrome"]).ok_or("no chromium")?;
        let chromedriver = find(&["chromedriver"]).ok_or("no chromedriver")?;
        let port = free_port();
        let profile = tempfile::tempdir().map_err(|error| error.to_string())?;
        let driver = Command::new(chromedriver)
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut driver = Guard(Some(driver));
        let page = connect(port, &chromium, profile.path()).await?;
        let driver = driver.0.take().ok_or("the driver is ours")?;
        Ok(Browser {
            page,
            driver,
            _profile: profile,
        })
    }

    /// Sets the size of the page and whether it is asked to be dark.
    pub async fn look(&self, width: u32, height: u32, dark: bool) {
        self.command(
            "Emulation.setDeviceMetricsOverride",
            json!({
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
            }),
        )
        .await;
        let scheme = if dark { "dark" } else { "light" };
        self.command(
            "Emulation.setEmulatedMedia",
            json!({
                "features": [{ "name": "prefers-color-scheme", "value": scheme }],
            }),
        )
        .await;
    }

    /// Keeps a picture of the page as it is now.
    pub async fn picture(&self, file: &Path) {
        let bytes = self.page.screenshot().await.expect("a screenshot");
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for pictures");
        std::fs::write(file, bytes).expect("a picture is kept");
    }

    /// One command of the DevTools protocol, through the driver.
    pub async fn command(&self, name: &str, parameters: serde_json::Value) {
        self.page
            .issue_cmd(Devtools {
                name: name.into(),
                parameters,
            })
            .await
            .expect("a DevTools command");
    }

    /// What the console has said since the last time it was asked: errors of scripts, blocked or missing files.
    pub async fn complaints(&self) -> Vec<String> {
        let answer = self.page.issue_cmd(ConsoleLog).await.unwrap_or_default();
        let entries = answer.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        severe
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    pub async fn close(self) {
        let _ = self.page.clone().close().await;
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Ends the driver when the session could not be made.
struct Guard(Option<Child>);

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[derive(Debug)]
struct Devtools {
    name: String,
    parameters: serde_json::Value,
}

impl fantoccini::wd::WebDriverCompatibleCommand for Devtools {
    fn endpoint(
        &self,
        base: &reqwest::Url,
        session: Option<&str>,
    ) -> Result<reqwest::Url, <reqwest::Url as std::str::FromStr>::Err> {
        base.join(&format!(
            "session/{}/goog/cdp/execute",
            session.unwrap_or_default()
        ))
    }

    fn method_and_body(&self, _: &reqwest::Url) -> (reqwest::Method, Option<String>) {
        (
            reqwest::Method::POST,
            Some(json!({ "cmd": self.name, "params": self.parameters }).to_string()),
        )
    }
}

#[derive(Debug)]
struct ConsoleLog;

impl fantoccini::wd::WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(
        &self,
        base: &reqwest::Url,
        session: Option<&str>,
    ) -> Result<reqwest::Url, <reqwest::Url as std::str::FromStr>::Err> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &reqwest::Url) -> (reqwest::Method, Option<String>) {
        (
            reqwest::Method::POST,
            Some(json!({ "type": "browser" }).to_string()),
        )
    }
}

async fn connect(port: u16, chromium: &Path, profile: &Path) -> Result<Client, String> {
    let mut arguments: Vec<String> = FLAGS.map(str::to_owned).to_vec();
    arguments.push(format!("--user-data-dir={}", profile.display()));
    arguments.push("--window-size=1280,900".into());
    let wanted = json!({ "goog:chromeOptions": { "binary": chromium, "args": arguments }, "goog:loggingPrefs": { "browser": "ALL" } });
    let wanted = wanted.as_object().expect("an object").clone();
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(wanted.clone());
        match builder.connect(&format!("http://127.0.0.1:{port}")).await {
            Ok(page) => return Ok(page),
            Err(error) if Instant::now() > until => {
                return Err(format!("no browser session: {error}"));
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}
