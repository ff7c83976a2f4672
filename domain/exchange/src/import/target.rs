//! Where a card's world goes and who plays in it, when nobody said (F-073). It looks at the card's own language only.

use super::Target;
use crate::card::Card;

impl Target {
    /// A target for this card: a Traveller, in the language the card is written in.
    pub fn for_card(card: &Card, world_id: String, folder: String) -> Target {
        let language = language(card);
        let player_name = if language == "zh" {
            "旅人"
        } else {
            "Traveller"
        };
        Target {
            world_id,
            folder,
            player_name: player_name.to_owned(),
            language: language.to_owned(),
        }
    }
}

/// Chinese when at least a fifth of the letters of what is read aloud are Han and no kana is among them.
fn language(card: &Card) -> &'static str {
    let (mut han, mut letters, mut kana) = (0_usize, 0_usize, false);
    let greeting = card
        .greetings
        .first()
        .map_or("", |greeting| greeting.text.as_str());
    for letter in greeting
        .chars()
        .chain(card.fields.description.chars())
        .filter(|c| c.is_alphabetic())
    {
        letters += 1;
        match letter {
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}' => {
                han += 1
            }
            '\u{3040}'..='\u{30ff}' => kana = true,
            _ => {}
        }
    }
    if han > 0 && !kana && han * 5 >= letters {
        "zh"
    } else {
        "en"
    }
}
