//! The API's own description as the tests use it: its operations, its examples, and whether a real answer is what it promises.
//! It never invents a route.

use serde_json::{Map, Value, json};
use talekeep_tests::Client;

/// `GET /api/openapi.json`.
pub(crate) struct Description(pub(crate) Value);

/// One method on one path.
pub(crate) struct Operation<'a> {
    pub(crate) method: String,
    pub(crate) path: &'a str,
    pub(crate) told: &'a Value,
}

impl Description {
    pub(crate) async fn fetch(client: &Client) -> Description {
        Description(client.get("/api/openapi.json").await.expect(200).json())
    }

    pub(crate) fn operations(&self) -> Vec<Operation<'_>> {
        const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
        let paths = self.0["paths"].as_object().expect("paths");
        let mut all = Vec::new();
        for (path, item) in paths {
            for (method, told) in item.as_object().expect("a path item") {
                if METHODS.contains(&method.as_str()) {
                    all.push(Operation {
                        method: method.to_uppercase(),
                        path,
                        told,
                    });
                }
            }
        }
        all
    }

    /// Follows `$ref` until something else stands there.
    pub(crate) fn resolve<'a>(&'a self, mut value: &'a Value) -> &'a Value {
        while let Some(target) = value["$ref"].as_str() {
            let pointer = target
                .strip_prefix('#')
                .unwrap_or_else(|| panic!("{target} leads elsewhere"));
            value = self
                .0
                .pointer(pointer)
                .unwrap_or_else(|| panic!("{target} leads nowhere"));
        }
        value
    }

    /// A JSON body for this operation, made of the examples; `None` when it takes none.
    pub(crate) fn body(&self, operation: &Operation<'_>) -> Option<Value> {
        let content = &self.resolve(&operation.told["requestBody"])["content"]["application/json"];
        if content.is_null() {
            return None;
        }
        Some(if content["example"].is_null() {
            self.example(&content["schema"])
        } else {
            content["example"].clone()
        })
    }

    pub(crate) fn takes_file(&self, operation: &Operation<'_>) -> bool {
        !self.resolve(&operation.told["requestBody"])["content"]["multipart/form-data"].is_null()
    }

    /// A value of this schema: its example, or one put together from the examples of its members.
    pub(crate) fn example(&self, schema: &Value) -> Value {
        let schema = self.resolve(schema);
        if !schema["example"].is_null() {
            return schema["example"].clone();
        }
        if let Some(first) = schema["examples"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        for choice in ["oneOf", "anyOf"] {
            let mut choices = schema[choice].as_array().into_iter().flatten();
            if let Some(one) = choices.find(|one| one["type"] != "null") {
                return self.example(one);
            }
        }
        match types(schema).first().copied() {
            Some("object") => {
                let required: Vec<&str> = schema["required"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .collect();
                let mut object = Map::new();
                for (name, member) in schema["properties"].as_object().into_iter().flatten() {
                    if required.contains(&name.as_str()) || !member["example"].is_null() {
                        object.insert(name.clone(), self.example(member));
                    }
                }
                Value::Object(object)
            }
            Some("array") => json!([self.example(&schema["items"])]),
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("string") if schema["format"] == "uuid" => {
                json!("00000000-0000-4000-8000-000000000001")
            }
            Some("string") => json!("text"),
            _ => Value::Null,
        }
    }

    /// What is wrong with `value` as one of `schema`: missing, undocumented or mistyped members, each with its place.
    pub(crate) fn faults(
        &self,
        schema: &Value,
        value: &Value,
        place: &str,
        faults: &mut Vec<String>,
    ) {
        let schema = self.resolve(schema);
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.faults(part, value, place, faults);
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[choice].as_array() {
                let fits = |one: &Value| {
                    let mut inner = Vec::new();
                    self.faults(one, value, place, &mut inner);
                    inner.is_empty()
                };
                if !choices.iter().any(fits) {
                    faults.push(format!("{place}: {value} fits none of {choice}"));
                }
                return;
            }
        }
        let types = types(schema);
        if !types.is_empty() && !types.iter().any(|kind| is(value, kind)) {
            faults.push(format!("{place}: {value} is not {types:?}"));
            return;
        }
        if let (Some(object), Some(members)) = (value.as_object(), schema["properties"].as_object())
        {
            for name in schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                if !object.contains_key(name) {
                    faults.push(format!("{place}/{name} is missing"));
                }
            }
            for (name, inner) in object {
                match members.get(name) {
                    Some(member) => self.faults(member, inner, &format!("{place}/{name}"), faults),
                    None if schema["additionalProperties"].is_object() => {}
                    None => faults.push(format!("{place}/{name} is not described")),
                }
            }
        }
        for (at, inner) in value.as_array().into_iter().flatten().enumerate() {
            if !schema["items"].is_null() {
                self.faults(&schema["items"], inner, &format!("{place}/{at}"), faults);
            }
        }
    }
}

fn types(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ if schema["properties"].is_object() => vec!["object"],
        _ => Vec::new(),
    }
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        _ => false,
    }
}
