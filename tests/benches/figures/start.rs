//! From the command to the first answer, and what the process weighs when nothing happens.

use std::time::{Duration, Instant};

use talekeep_tests::Options;

use crate::{Figure, Plan, figure, short, spread};

pub(crate) async fn figures(plan: &Plan) -> Vec<Figure> {
    let embedded = || Options {
        embedded: true,
        empty: true,
        ..Options::default()
    };
    let from = Instant::now();
    let mut app = plan.app(embedded()).await;
    let first = from.elapsed();
    let mut times = Vec::new();
    for _ in 0..plan.rounds(8) {
        app.kill();
        let from = Instant::now();
        app.launch(&[]).await;
        times.push(from.elapsed());
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let memory = app.processes()[0].resident_kib().unwrap_or(0);
    app.close().await;
    vec![
        figure("ready, first start with migrations", short(first), "< 1 s"),
        figure("ready, later starts", spread(times), "< 1 s"),
        figure(
            "idle memory of `serve`",
            format!("{:.0} MB resident", memory as f64 / 1000.0 * 1.024),
            "< 80 MB",
        ),
    ]
}
