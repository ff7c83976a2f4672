//! One uploaded file and the few words that come with it. Read as a stream under a cap; names are only remembered (S5, S8).

use actix_multipart::Multipart;
use actix_web::web::{Bytes, BytesMut};
use futures::StreamExt;

use crate::input::Pace;
use crate::problem::ApiProblem;

/// Words beside the file.
const FIELD_BYTES: usize = 4096;
const FIELDS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Upload {
    pub(crate) file: Option<Bytes>,
    pub(crate) file_name: Option<String>,
    fields: Vec<(String, String)>,
}

impl Upload {
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    }

    /// The file, which must be there.
    pub(crate) fn file(&self) -> Result<Bytes, ApiProblem> {
        self.file
            .clone()
            .ok_or_else(|| ApiProblem::member("file", "required", "a file named `file`"))
    }
}

/// Reads the form to its end or to its caps.
pub(crate) async fn read(mut form: Multipart, most: usize) -> Result<Upload, ApiProblem> {
    let mut upload = Upload::default();
    let mut pace = Pace::start();
    while let Some(field) = pace.wait(form.next()).await? {
        let mut field = field.map_err(|error| ApiProblem::bad("multipart", error.to_string()))?;
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field
            .content_disposition()
            .and_then(|header| header.get_filename())
            .map(clean);
        let is_file = name == "file";
        let cap = if is_file { most } else { FIELD_BYTES };
        let mut bytes = BytesMut::new();
        while let Some(chunk) = pace.wait(field.next()).await? {
            let chunk = chunk.map_err(|error| ApiProblem::bad("multipart", error.to_string()))?;
            if bytes.len() + chunk.len() > cap {
                return Err(ApiProblem::too_large(cap));
            }
            pace.took(chunk.len());
            bytes.extend_from_slice(&chunk);
        }
        if is_file {
            if upload.file.is_some() {
                return Err(ApiProblem::bad("multipart", "Send one file at a time."));
            }
            upload.file = Some(bytes.freeze());
            upload.file_name = file_name.filter(|name| !name.is_empty());
        } else {
            if upload.fields.len() == FIELDS {
                return Err(ApiProblem::bad("multipart", "Too many fields."));
            }
            let text = String::from_utf8(bytes.to_vec())
                .map_err(|_| ApiProblem::bad("not_utf8", "A field is not UTF-8."))?;
            upload.fields.push((name, text.replace('\0', "")));
        }
    }
    Ok(upload)
}

/// What a person called the file: the last part, without controls, at most 255 bytes. Only ever shown.
fn clean(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut out = String::new();
    for c in last.chars().filter(|c| !c.is_control()) {
        if out.len() + c.len_utf8() > 255 {
            break;
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn s5_a_file_name_is_one_part_and_bounded() {
        for (name, kept) in [
            ("a.png", "a.png"),
            ("../../etc/passwd", "passwd"),
            ("C:\\temp\\b.png", "b.png"),
            ("a\0\nb", "ab"),
            ("星.png", "星.png"),
            ("/", ""),
        ] {
            assert_eq!(clean(name), kept);
        }
        assert!(clean(&"星".repeat(100)).len() <= 255);
    }
}
