//! A running Talekeep with a folder, a port and backends of its own. It is the real executable: embedded it is one `serve`, scaled
//! out it is `migrate`, then `serve --no-worker` and `worker` beside each other. Dropping it ends every process.

use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::backends::Backends;
use crate::client::{self, Client};
use crate::process::{Process, command};
use crate::settings;

/// A debug build on a busy machine is ready well before this.
const READY: Duration = Duration::from_secs(90);

/// How long finished tests wait for work that they started.
const IDLE: Duration = Duration::from_secs(30);

/// Good enough for every account here.
pub const PASSWORD: &str = "a long enough sentence";

/// What may differ from the usual app.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Settings for every process.
    pub settings: Vec<(String, String)>,
    /// Worker processes beside the API; scaled out one unless said otherwise.
    pub workers: Option<usize>,
    /// SQLite, a folder and one process even when the environment names services.
    pub embedded: bool,
    /// Without the first owner.
    pub empty: bool,
}

impl Options {
    #[must_use]
    pub fn with(mut self, setting: (String, String)) -> Options {
        self.settings.push(setting);
        self
    }
}

/// The running app.
#[derive(Debug)]
pub struct App {
    exe: PathBuf,
    folder: TempDir,
    port: u16,
    backends: Backends,
    options: Options,
    place: Vec<(String, String)>,
    processes: Vec<Process>,
    people: Vec<Client>,
    closed: bool,
    /// The first owner's browser, unless the app was started empty.
    pub owner: Client,
}

impl App {
    /// Starts `exe` and, unless the options say empty, makes the first owner.
    pub async fn start(exe: &str, options: Options) -> App {
        let backends = if options.embedded {
            Backends::embedded()
        } else {
            Backends::from_environment()
        };
        let folder = tempfile::Builder::new()
            .prefix("talekeep-test-")
            .tempdir()
            .expect("a folder for this app");
        let place = backends.prepare().await;
        let port = free_port();
        let owner = Client::stranger(&format!("http://127.0.0.1:{port}"));
        let exe = PathBuf::from(exe);
        let mut app = App {
            exe,
            folder,
            port,
            backends,
            options,
            place,
            processes: Vec::new(),
            people: Vec::new(),
            closed: false,
            owner,
        };
        if app.backends.scaled() {
            let done = app.run(&["migrate"]);
            assert!(
                done.status.success(),
                "migrate: {}",
                String::from_utf8_lossy(&done.stderr)
            );
        }
        app.launch(&[]).await;
        if !app.options.empty {
            app.owner = app.set_up("owner").await;
        }
        app
    }

    /// Starts the processes with more settings than usual and waits until the API is ready.
    pub async fn launch(&mut self, more: &[(String, String)]) {
        let workers = self.options.workers.unwrap_or(1);
        if self.backends.scaled() {
            self.spawn(&["serve", "--no-worker"], more);
            for _ in 0..workers {
                self.spawn(&["worker"], more);
            }
        } else {
            self.spawn(&["serve"], more);
            for _ in 1..workers {
                self.spawn(&["worker"], more);
            }
        }
        self.ready().await;
    }

    /// Starts the API alone: nothing takes a job.
    pub async fn launch_without_worker(&mut self) {
        self.spawn(&["serve", "--no-worker"], &[]);
        self.ready().await;
    }

    /// Starts one more process of the product.
    pub fn spawn(&mut self, arguments: &[&str], more: &[(String, String)]) {
        let mut environment = self.environment();
        environment.extend_from_slice(more);
        let process = Process::start(
            &self.exe,
            &arguments.join("-"),
            arguments,
            &environment,
            self.folder.path(),
        );
        self.processes.push(process);
    }

    /// Waits until `/health/ready` says so; fails as soon as a process has died.
    pub async fn ready(&mut self) {
        let until = Instant::now() + READY;
        loop {
            let answer = client::try_send(
                self.stranger()
                    .request(reqwest::Method::GET, "/health/ready"),
            )
            .await;
            if answer.is_ok_and(|answer| answer.status == 200) {
                return;
            }
            let ended = self
                .processes
                .iter_mut()
                .find_map(|process| process.ended());
            assert!(
                ended.is_none(),
                "a process ended ({ended:?}) before the app was ready\n{}",
                self.logs()
            );
            assert!(Instant::now() < until, "not ready in time\n{}", self.logs());
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// kill -9 of everything.
    pub fn kill(&mut self) {
        self.processes.clear();
    }

    /// kill -9 of the processes started with this command line only, as `worker` or `serve`.
    pub fn kill_role(&mut self, role: &str) {
        self.processes.retain(|process| process.role != role);
    }

    /// Asks every process to stop and waits; the exit codes.
    pub async fn stop(&mut self) -> Vec<Option<i32>> {
        let mut codes = Vec::new();
        for process in &self.processes {
            process.terminate();
        }
        for mut process in self.processes.drain(..) {
            codes.push(
                process
                    .wait(Duration::from_secs(20))
                    .await
                    .and_then(|status| status.code()),
            );
        }
        codes
    }

    /// Stops as an operator would and starts again on the same data.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.launch(&[]).await;
    }

    /// Waits until some process has ended by itself, as it does at a fail point.
    pub async fn died(&mut self, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while Instant::now() < until {
            if self
                .processes
                .iter_mut()
                .any(|process| process.ended().is_some())
            {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        false
    }

    /// Runs one command of the executable against this app's data.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.run_with_input(arguments, "")
    }

    /// The same with something on standard input.
    pub fn run_with_input(&self, arguments: &[&str], input: &str) -> Output {
        use std::io::Write as _;
        use std::process::Stdio;
        let mut child = command(
            &self.exe,
            arguments,
            &self.environment(),
            self.folder.path(),
        )
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the executable starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A command that reads nothing closes its end first.
        let _ = pipe.write_all(input.as_bytes());
        drop(pipe);
        child.wait_with_output().expect("an output")
    }

    /// Makes the first owner and answers its browser.
    pub async fn set_up(&mut self, name: &str) -> Client {
        let mut client = self.stranger();
        let answer = client
            .post("/api/setup", &json!({ "name": name, "password": PASSWORD }))
            .await;
        assert!(
            matches!(answer.status, 200 | 201),
            "setup: {} {}\n{}",
            answer.status,
            answer.text(),
            self.logs()
        );
        if answer.set_cookie().is_some() {
            client.keep_cookie(&answer);
        } else {
            client = self.login(name).await;
        }
        client.name = name.into();
        self.people.push(client.clone());
        client
    }

    /// Makes another user by the command line and answers its browser, logged in.
    pub async fn user(&mut self, name: &str) -> Client {
        let done =
            self.run_with_input(&["user", "add", name], &format!("{PASSWORD}\n{PASSWORD}\n"));
        assert!(
            done.status.success(),
            "user add: {}{}",
            String::from_utf8_lossy(&done.stdout),
            String::from_utf8_lossy(&done.stderr)
        );
        let client = self.login(name).await;
        self.people.push(client.clone());
        client
    }

    /// Logs somebody in who was made elsewhere, as on a page; `close` looks at their jobs too.
    pub async fn known(&mut self, name: &str) -> Client {
        let client = self.login(name).await;
        self.people.push(client.clone());
        client
    }

    /// Whose login has ended: `close` cannot ask for their jobs.
    pub fn forget(&mut self, name: &str) {
        self.people.retain(|person| person.name != name);
    }

    /// Logs a user of ours in once more.
    pub async fn login(&self, name: &str) -> Client {
        let mut client = self.stranger();
        let answer = client
            .post("/api/login", &json!({ "name": name, "password": PASSWORD }))
            .await
            .expect(200);
        client.keep_cookie(&answer);
        client.name = name.into();
        client
    }

    /// A browser that nobody is logged in with.
    pub fn stranger(&self) -> Client {
        Client::stranger(&self.base())
    }

    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn backends(&self) -> &Backends {
        &self.backends
    }

    pub fn processes(&mut self) -> &mut Vec<Process> {
        &mut self.processes
    }

    /// The folder the processes run in; embedded, everything is kept below it.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs SQL in the app's database.
    pub async fn sql(&self, sql: &str) {
        let file = self.data().join("talekeep.db");
        self.backends
            .execute(&file, sql)
            .await
            .unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Where a world's folder keys are files: embedded, below the data folder of the one workspace that has this folder.
    pub fn world_folder(&self, folder: &str) -> Option<PathBuf> {
        let workspaces = std::fs::read_dir(self.data().join("objects/workspaces")).ok()?;
        let mut found = workspaces
            .flatten()
            .map(|workspace| workspace.path().join("root/worlds").join(folder))
            .filter(|path| path.is_dir());
        found.next()
    }

    /// Waits until nobody has a job that is due, running or waiting; fails with the jobs when some stay.
    pub async fn idle(&self) {
        let until = Instant::now() + IDLE;
        for person in &self.people {
            loop {
                let left = unfinished(person).await;
                if left.is_empty() {
                    break;
                }
                assert!(
                    Instant::now() < until,
                    "{} leaves jobs behind: {left:#?}\n{}",
                    person.name,
                    self.logs()
                );
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// The end of every test that passes: no job is left behind and every process stops when asked.
    pub async fn close(mut self) {
        self.idle().await;
        self.kill();
        self.backends.remove().await;
        self.closed = true;
    }

    /// Everything that the running processes whose role begins like this have printed.
    pub fn output(&self, role: &str) -> String {
        self.processes
            .iter()
            .filter(|process| process.role.starts_with(role))
            .map(Process::output)
            .collect()
    }

    /// What every process printed, the end of it.
    pub fn logs(&self) -> String {
        let mut files: Vec<PathBuf> = std::fs::read_dir(self.folder.path())
            .into_iter()
            .flatten()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "log"))
            .collect();
        files.sort();
        files.iter().fold(String::new(), |all, path| {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            let tail = lines[lines.len().saturating_sub(60)..].join("\n");
            format!(
                "{all}--- {}\n{tail}\n",
                path.file_name().unwrap_or_default().to_string_lossy()
            )
        })
    }

    fn environment(&self) -> Vec<(String, String)> {
        let mut environment = settings::common(&self.data(), self.port);
        environment.extend(self.place.iter().cloned());
        environment.extend(self.options.settings.iter().cloned());
        environment
    }
}

impl Drop for App {
    fn drop(&mut self) {
        self.kill();
        if self.closed {
            return;
        }
        eprintln!("{}", self.logs());
        let backends = self.backends.clone();
        let removing = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(backends.remove());
        });
        let _ = removing.join();
        assert!(
            std::thread::panicking(),
            "a test ends with app.close().await, which looks for jobs left behind"
        );
    }
}

async fn unfinished(person: &Client) -> Vec<Value> {
    let mut answer = person.get("/api/jobs?limit=100").await;
    while answer.status == 429 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        answer = person.get("/api/jobs?limit=100").await;
    }
    let page = answer.expect(200).json();
    let items = page["items"].as_array().cloned().unwrap_or_default();
    items
        .into_iter()
        .filter(|job| matches!(job["state"].as_str(), Some("queued" | "running")))
        .collect()
}

/// A port nobody listens on, below the range from which the kernel takes ports for outgoing connections.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let start = 12_000 + (std::process::id() % 180) as u16 * 100;
    for _ in 0..20_000 {
        let port = start + NEXT.fetch_add(1, Ordering::Relaxed) % 2_000;
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
    panic!("no free port");
}
