//! The house layout of documents we write ourselves: two spaces, the author's order of members, a final newline. Documents a
//! person wrote are never laid out anew.

use serde_json::Value;

/// The text of a document.
pub fn document(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, 0, &mut out);
    out.push('\n');
    out
}

fn write_value(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::Array(entries) if !entries.is_empty() => {
            out.push('[');
            for (at, entry) in entries.iter().enumerate() {
                new_line(at, depth + 1, out);
                write_value(entry, depth + 1, out);
            }
            out.push('\n');
            indent(depth, out);
            out.push(']');
        }
        Value::Object(members) if !members.is_empty() => {
            out.push('{');
            for (at, (key, member)) in members.iter().enumerate() {
                new_line(at, depth + 1, out);
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push_str(": ");
                write_value(member, depth + 1, out);
            }
            out.push('\n');
            indent(depth, out);
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

fn new_line(at: usize, depth: usize, out: &mut String) {
    out.push_str(if at == 0 { "\n" } else { ",\n" });
    indent(depth, out);
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n("  ", depth));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn the_house_layout() {
        let value = json!({ "b": "é\"\n", "a": [1, [], {}, { "x": [true] }], "n": null });
        let want = "{\n  \"b\": \"é\\\"\\n\",\n  \"a\": [\n    1,\n    [],\n    {},\n    {\n      \"x\": [\n        true\n      ]\n    }\n  ],\n  \"n\": null\n}\n";
        assert_eq!(super::document(&value), want);
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(want).unwrap(),
            value
        );
    }
}
