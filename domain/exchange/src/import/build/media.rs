//! Pictures of a card: decoded in full before they are kept, filed under their digest (S5, W-070). No name and no address of
//! the card is ever a path, and nothing is fetched.

use base64::Engine as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::super::survey::Fate;
use super::super::{Media, plain};
use super::Builder;
use crate::{card, limits, picture};

impl Builder<'_> {
    /// Keeps the portrait and the other pictures inside the card. The icon named main comes first, else the first icon, else
    /// the picture the card stands in.
    pub(super) fn pictures(&mut self) {
        let mut portrait = None;
        for at in icons_first(&self.card.fields.assets) {
            let id = format!("asset:{at}");
            if self.wanted(&id).is_none() {
                continue;
            }
            let asset = &self.card.fields.assets[at];
            let Some(bytes) = data_bytes(&asset.uri) else {
                self.fate(&id, Fate::Excluded, "the address holds no readable data");
                continue;
            };
            let icon = asset.kind == "icon";
            let role = if icon && portrait.is_none() {
                "portrait"
            } else {
                "other"
            };
            let title = plain(&format!("{} {}", asset.kind, asset.name));
            if let Some(media) = self.keep_picture(&id, bytes, role, &title)
                && role == "portrait"
            {
                portrait = Some(media);
            }
        }
        if self.wanted("picture").is_some()
            && let Some(bytes) = &self.card.picture
        {
            // The picture without the card in its text chunks; a frame too broken for that is checked as it is.
            let bytes = card::without_texts(bytes).unwrap_or_else(|| bytes.clone());
            let role = if portrait.is_some() {
                "other"
            } else {
                "portrait"
            };
            let title = self.name.clone();
            let media = self.keep_picture("picture", bytes, role, &title);
            portrait = portrait.or(media);
        }
        self.cover = portrait;
    }

    /// Checks one picture and files it; gives its media id.
    fn keep_picture(
        &mut self,
        id: &str,
        bytes: Vec<u8>,
        role: &str,
        title: &str,
    ) -> Option<String> {
        let checked = match picture::check(&bytes) {
            Ok(checked) => checked,
            Err(refused) => {
                self.fate(id, Fate::Excluded, &refused.reason);
                return None;
            }
        };
        let digest = hex::encode(Sha256::digest(&bytes));
        let path = format!("media/{digest}.{}", checked.extension);
        let media_id = digest[..32].to_owned();
        if !self.media.iter().any(|media| media.path == path) {
            self.manifest.push(json!({
                "id": media_id,
                "type": checked.media_type,
                "title": crate::text::short(title, 120),
                "hash": digest,
                "file": path,
                "width": checked.width,
                "height": checked.height,
                "role": role,
            }));
            self.media.push(Media {
                path: path.clone(),
                bytes,
            });
        }
        self.made(id, &path);
        Some(media_id)
    }

    /// A picture that is nobody's portrait is only the world's cover.
    pub(super) fn cover_only(&mut self, media_id: &str) {
        let row = self
            .manifest
            .iter_mut()
            .find(|row| row["id"] == media_id && row.get("subject").is_none());
        if let Some(row) = row {
            row["role"] = json!("cover");
        }
    }

    /// Notes in the manifest whose portrait the picture is.
    pub(super) fn portrait_of(&mut self, media_id: &str, character: &str) {
        let row = self.manifest.iter_mut().find(|row| row["id"] == media_id);
        if let Some(Value::Object(row)) = row {
            row.insert(
                "subject".to_owned(),
                json!({ "kind": "character", "id": character }),
            );
        }
    }
}

fn icons_first(assets: &[card::Asset]) -> Vec<usize> {
    let rank = |asset: &card::Asset| match (asset.kind.as_str(), asset.name.as_str()) {
        ("icon", "main") => 0,
        ("icon", _) => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..assets.len()).collect();
    order.sort_by_key(|at| rank(&assets[*at]));
    order
}

/// The bytes of a `data:` address in base64; its claimed type is not believed.
fn data_bytes(uri: &str) -> Option<Vec<u8>> {
    let (head, data) = uri.trim().split_once(',')?;
    if !head.to_ascii_lowercase().ends_with(";base64")
        || data.len() > limits::CARD_BYTES * 4 / 3 + 4
    {
        return None;
    }
    base64::engine::general_purpose::STANDARD
        .decode(data.trim())
        .ok()
}
