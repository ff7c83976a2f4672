//! The description of the API: complete, with examples that parse, and true of real answers.

use std::collections::HashSet;

use serde_json::Value;

use crate::app;
use crate::description::Description;
use crate::estate::Estate;

/// The routes of the plan that exist so far. A new one is added with the issue that builds it.
const ROUTES: &[(&str, &str)] = &[
    ("POST", "/api/setup"),
    ("POST", "/api/login"),
    ("POST", "/api/logout"),
    ("GET", "/api/me"),
    ("POST", "/api/tokens"),
    ("GET", "/api/tokens"),
    ("DELETE", "/api/tokens/{}"),
    ("GET", "/api/worlds"),
    ("GET", "/api/worlds/{}"),
    ("DELETE", "/api/worlds/{}"),
    ("GET", "/api/worlds/{}/problems"),
    ("GET", "/api/worlds/{}/lint"),
    ("GET", "/api/worlds/{}/export"),
    ("GET", "/api/worlds/{}/cover"),
    ("GET", "/api/trash"),
    ("POST", "/api/trash/{}/restore"),
    ("POST", "/api/imports"),
    ("GET", "/api/imports"),
    ("GET", "/api/imports/{}"),
    ("GET", "/api/imports/{}/events"),
    ("GET", "/api/imports/{}/report"),
    ("GET", "/api/imports/{}/source"),
    ("POST", "/api/imports/{}/finish"),
    ("POST", "/api/imports/{}/retry"),
    ("POST", "/api/imports/{}/cancel"),
    ("POST", "/api/sessions"),
    ("GET", "/api/sessions"),
    ("GET", "/api/sessions/{}"),
    ("PATCH", "/api/sessions/{}"),
    ("DELETE", "/api/sessions/{}"),
    ("GET", "/api/sessions/{}/turns"),
    ("POST", "/api/sessions/{}/turns"),
    ("GET", "/api/sessions/{}/state"),
    ("GET", "/api/jobs"),
    ("GET", "/api/jobs/{}"),
    ("POST", "/api/jobs/{}/retry"),
    ("POST", "/api/jobs/{}/cancel"),
    ("GET", "/api/format"),
    ("GET", "/api/openapi.json"),
    ("GET", "/health/live"),
    ("GET", "/health/ready"),
    ("GET", "/metrics"),
];

#[tokio::test]
async fn every_route_of_the_plan_is_described() {
    let app = app().await;
    let description = Description::fetch(&app.stranger()).await;
    assert!(
        description.0["openapi"]
            .as_str()
            .is_some_and(|version| version.starts_with("3."))
    );
    let described: HashSet<(String, String)> = description
        .operations()
        .iter()
        .map(|one| (one.method.clone(), nameless(one.path)))
        .collect();
    let missing: Vec<_> = ROUTES
        .iter()
        .filter(|(method, path)| !described.contains(&((*method).into(), (*path).into())))
        .collect();
    assert!(
        missing.is_empty(),
        "not described: {missing:#?}\ndescribed: {described:#?}"
    );
    app.close().await;
}

#[tokio::test]
async fn every_operation_says_what_it_does_takes_and_answers() {
    let app = app().await;
    let description = Description::fetch(&app.stranger()).await;
    let mut ids = HashSet::new();
    let mut faults = Vec::new();
    for operation in description.operations() {
        let what = format!("{} {}", operation.method, operation.path);
        let told = operation.told;
        let mut say = |fault: &str| faults.push(format!("{what}: {fault}"));
        if told["summary"]
            .as_str()
            .is_none_or(|text| text.trim().is_empty())
        {
            say("no summary");
        }
        if !told["operationId"]
            .as_str()
            .is_some_and(|id| ids.insert(id.to_owned()))
        {
            say("no operationId of its own");
        }
        if told["tags"].as_array().is_none_or(Vec::is_empty) {
            say("no tag");
        }
        let answers = told["responses"].as_object().cloned().unwrap_or_default();
        if !answers
            .keys()
            .any(|status| status.starts_with('2') || status.starts_with('3'))
        {
            say("no answer that is a success");
        }
        for (status, answer) in &answers {
            let answer = description.resolve(answer);
            if answer["description"]
                .as_str()
                .is_none_or(|text| text.trim().is_empty())
            {
                say(&format!("{status} has no description"));
            }
            let json = &answer["content"]["application/json"];
            if !json.is_null() && json["schema"].is_null() {
                say(&format!("{status} has no schema"));
            }
        }
        let named: HashSet<String> = told["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|parameter| description.resolve(parameter))
            .filter(|parameter| parameter["in"] == "path")
            .filter_map(|parameter| parameter["name"].as_str().map(str::to_owned))
            .collect();
        let wanted: HashSet<String> = operation
            .path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
            .map(str::to_owned)
            .collect();
        if named != wanted {
            say(&format!("parameters {named:?} for {wanted:?}"));
        }
        if matches!(operation.method.as_str(), "POST" | "PUT" | "PATCH")
            && let Some(body) = description.body(&operation)
            && body.is_null()
        {
            say("its body has no example");
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    app.close().await;
}

#[tokio::test]
async fn examples_are_of_their_own_type() {
    let app = app().await;
    let description = Description::fetch(&app.stranger()).await;
    let schemas = description.0["components"]["schemas"]
        .as_object()
        .expect("schemas");
    assert!(!schemas.is_empty());
    let mut faults = Vec::new();
    for (name, schema) in schemas {
        check_examples(&description, schema, name, &mut faults);
        let whole = description.example(schema);
        description.faults(schema, &whole, name, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    app.close().await;
}

fn check_examples(
    description: &Description,
    schema: &Value,
    place: &str,
    faults: &mut Vec<String>,
) {
    if !schema["example"].is_null() {
        description.faults(schema, &schema["example"], place, faults);
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        check_examples(description, member, &format!("{place}/{name}"), faults);
    }
}

#[tokio::test]
async fn real_answers_are_as_described() {
    let app = app().await;
    let estate = Estate::of(&app, &app.owner).await;
    let description = Description::fetch(&app.owner).await;
    let mut faults = Vec::new();
    let mut compared = 0;
    for operation in description.operations() {
        let schema = &description.resolve(&operation.told["responses"]["200"])["content"]["application/json"]
            ["schema"];
        if operation.method != "GET" || schema.is_null() {
            continue;
        }
        let path = estate.fill(operation.path);
        let answer = app.owner.get(&path).await.expect(200);
        description.faults(schema, &answer.json(), &path, &mut faults);
        compared += 1;
    }
    assert!(compared >= 12, "only {compared} answers have a schema");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let problem = description
        .0
        .pointer("/components/schemas/ProblemBody")
        .expect("the problem's schema");
    let answer = app.stranger().get("/api/me").await.problem(401);
    description.faults(problem, &answer, "a problem", &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    app.close().await;
}

#[tokio::test]
async fn the_description_has_a_page_that_works_offline() {
    let app = app().await;
    let short = app.owner.get("/api/docs").await.expect(307);
    assert_eq!(short.header("location"), Some("/api/docs/"));
    let page = app.owner.get("/api/docs/").await.expect(200);
    assert!(
        page.header("content-type")
            .is_some_and(|kind| kind.starts_with("text/html"))
    );
    let html = page.text();
    let assets = html
        .split('"')
        .filter(|text| text.ends_with(".js") || text.ends_with(".css"));
    for asset in assets {
        assert!(!asset.contains("//"), "{asset} is elsewhere");
        let path = if asset.starts_with('/') {
            asset.to_owned()
        } else {
            format!("/api/docs/{}", asset.trim_start_matches("./"))
        };
        app.owner.get(&path).await.expect(200);
    }
    app.close().await;
}

/// The path without the names of its parameters.
fn nameless(path: &str) -> String {
    let parts = path
        .split('/')
        .map(|part| if part.starts_with('{') { "{}" } else { part });
    parts.collect::<Vec<_>>().join("/")
}
