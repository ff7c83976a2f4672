//! The description of the interface: the routes' own words, and what every one of them shares.
//! Never names a route that is not there; a test reads the source and compares.

use std::sync::LazyLock;

use serde_json::{Value, json};
use utoipa::OpenApi;

use crate::routes::Described;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(Description::write);

/// What `GET /api/openapi.json` answers.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(transparent)]
pub(crate) struct Description(Value);

/// The description, written once.
pub(crate) fn description() -> &'static Description {
    &DESCRIPTION
}

impl Description {
    fn write() -> Description {
        let mut document = serde_json::to_value(Described::openapi()).unwrap_or_default();
        document["info"] = json!({
            "title": "Talekeep",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": env!("CARGO_PKG_LICENSE"), "identifier": env!("CARGO_PKG_LICENSE") },
            "description": "Browsers sign in with a cookie and send changes from our own pages; programs send \
                            `Authorization: Bearer …`. Lists are read by `limit` and `after`. What is not yours answers like \
                            what does not exist. `x-access` says who may ask: public, caller, setup or operator.",
        });
        document["components"]["securitySchemes"] = json!({
            "cookie": { "type": "apiKey", "in": "cookie", "name": "__Host-talekeep" },
            "bearer": { "type": "http", "scheme": "bearer" },
        });
        for (path, item) in members(&mut document["paths"]) {
            for (method, operation) in members(item) {
                operation["operationId"] = json!(name(method, path));
                share(operation);
            }
        }
        Description(document)
    }

    /// For people to read.
    pub(crate) fn to_pretty_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(&self.0)
    }
}

fn members(value: &mut Value) -> impl Iterator<Item = (&String, &mut Value)> {
    value.as_object_mut().into_iter().flatten()
}

/// `get_worlds_id_cover`: one of its own for each operation, and stable.
fn name(method: &str, path: &str) -> String {
    let words = path
        .split(['/', '{', '}', '.', ':'])
        .filter(|word| !word.is_empty() && *word != "api");
    [method]
        .into_iter()
        .chain(words)
        .collect::<Vec<_>>()
        .join("_")
}

/// The first sentence is the summary, wherever the comment breaks its lines.
fn summarise(operation: &mut Value) {
    let part = |key: &str| {
        operation[key]
            .as_str()
            .unwrap_or_default()
            .replace('\n', " ")
    };
    let whole = format!("{} {}", part("summary"), part("description"));
    let whole = whole.trim();
    let (summary, rest) = whole
        .split_once(". ")
        .unwrap_or((whole.trim_end_matches('.'), ""));
    operation["summary"] = json!(summary);
    if let Some(operation) = operation.as_object_mut() {
        operation.remove("description");
        if !rest.trim().is_empty() {
            operation.insert("description".into(), json!(rest.trim()));
        }
    }
}

/// What a status means where the route does not say more.
fn usual(status: &str) -> &'static str {
    match status {
        "200" => "As asked",
        "201" => "Made; Location says where it is",
        "202" => "Accepted; Location says where to look",
        "204" => "Done",
        _ => "A problem",
    }
}

/// What every operation can answer, and what it asks for.
fn share(operation: &mut Value) {
    summarise(operation);
    let access = operation["x-access"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let problem = |description: &str| {
        json!({
            "description": description,
            "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/ProblemBody" } } },
        })
    };
    let about_one = operation["parameters"]
        .as_array()
        .is_some_and(|parameters| parameters.iter().any(|parameter| parameter["in"] == "path"));
    let Some(responses) = operation["responses"].as_object_mut() else {
        return;
    };
    for (status, response) in responses.iter_mut() {
        if response["description"].as_str().is_none_or(str::is_empty) {
            response["description"] = json!(usual(status));
        }
        if status.starts_with(['4', '5']) && response.get("content").is_none() {
            *response = problem(response["description"].as_str().unwrap_or_default());
        }
    }
    let mut add = |status: &str, description: &str| {
        responses
            .entry(status)
            .or_insert_with(|| problem(description));
    };
    if access == "caller" {
        add("401", "Nobody is signed in");
    }
    if about_one {
        add("404", "It does not exist, or it is not yours");
    }
    add(
        "429",
        "Too many requests; Retry-After says how long to wait",
    );
    add("default", "Any other problem");
    operation["security"] = match access.as_str() {
        "caller" => json!([{ "cookie": [] }, { "bearer": [] }]),
        "operator" => json!([{ "bearer": [] }]),
        _ => json!([]),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// `METHOD path` of every route attribute in the source.
    fn written() -> BTreeSet<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/routes");
        let mut found = BTreeSet::new();
        for entry in std::fs::read_dir(folder).expect("the routes") {
            let source =
                std::fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
            for line in source.lines().map(str::trim) {
                for method in ["get", "post", "put", "patch", "delete"] {
                    if let Some(rest) = line.strip_prefix(&format!("#[{method}(\"")) {
                        let path = rest
                            .split('"')
                            .next()
                            .unwrap_or_default()
                            .replace(":.*", "");
                        found.insert(format!("{method} {path}"));
                    }
                }
            }
        }
        found
    }

    fn operations() -> Vec<(String, Value)> {
        let paths = description().0["paths"].as_object().expect("paths").clone();
        let each = |(path, item): (String, Value)| {
            let methods = item.as_object().expect("operations").clone();
            methods
                .into_iter()
                .map(move |(method, operation)| (format!("{method} {path}"), operation))
        };
        paths.into_iter().flat_map(each).collect()
    }

    #[test]
    fn every_route_is_described_and_every_description_is_a_route() {
        let described: BTreeSet<String> = operations().into_iter().map(|(name, _)| name).collect();
        assert_eq!(described, written());
        assert!(described.len() > 40);
    }

    #[test]
    fn s3_every_route_says_who_may_ask() {
        for (name, operation) in operations() {
            let access = operation["x-access"].as_str().unwrap_or_default();
            assert!(
                ["public", "caller", "setup", "operator"].contains(&access),
                "{name}: {access:?}"
            );
            assert!(
                operation["summary"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty()),
                "{name} says nothing"
            );
        }
    }

    #[test]
    fn bodies_have_examples() {
        let schemas = description().0["components"]["schemas"]
            .as_object()
            .expect("schemas")
            .clone();
        for (name, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Body")) {
            assert!(
                schema.to_string().contains("\"example"),
                "{name} has no example"
            );
        }
    }
}
