//! The scene as text for a language model, in the language of the session. It says the same as the structure, and nothing else.

use talekeep_prompts::{ActionKind, Person, Scene, Thing, Whereabouts};

/// Writes the scene down.
pub(crate) fn scene(scene: &Scene, language: &str) -> String {
    let zh = language.starts_with("zh");
    let mut out = Writer {
        lines: Vec::new(),
        zh,
    };
    out.head("Time", "时间", &scene.clock.replace('T', " "));
    if let Some(place) = &scene.place {
        let within = if place.within.is_empty() {
            String::new()
        } else {
            format!(" ({})", place.within.join(" < "))
        };
        out.head(
            "Place",
            "地点",
            &format!("{} [{}]{within}", place.name, place.id),
        );
        out.line(place.description.as_deref());
        for feature in &place.features {
            out.item(
                &format!("{} [{}]", feature.name, feature.id),
                feature.description.as_deref(),
            );
        }
        for exit in &place.exits {
            let detail: Vec<&str> = [
                exit.description.as_deref(),
                Some(exit.state.as_str()),
                exit.note.as_deref(),
            ]
            .into_iter()
            .flatten()
            .collect();
            out.item(
                &format!("→ {} [{}]", exit.name, exit.to),
                Some(&detail.join("; ")),
            );
        }
    }
    out.title("The player's character", "玩家的角色");
    out.person(&scene.player);
    if !scene.people.is_empty() {
        out.title("Also there", "在场的人");
        scene.people.iter().for_each(|person| out.person(person));
    }
    out.things("Things in sight", "看得见的东西", &scene.things);
    out.things(
        "There, but out of sight: only you know",
        "在场但看不见的东西（只有你知道）",
        &scene.unseen,
    );
    out.texts(
        "Rules of this world",
        "这个世界的规则",
        scene.rules.iter().cloned(),
    );
    let readings = scene.readings.iter().map(|one| {
        let of = one
            .of
            .as_ref()
            .map(|of| format!("{of}: "))
            .unwrap_or_default();
        format!("{of}{} = {}", one.name, one.value)
    });
    out.texts("Values", "数值", readings);
    out.texts(
        "What the player's character knows",
        "玩家的角色知道的事",
        scene
            .lore
            .iter()
            .map(|entry| format!("{}: {}", entry.title, entry.text)),
    );
    let heard = scene.announcements.iter().map(|one| match &one.at {
        Some(at) => format!("{} ({})", one.text, at.replace('T', " ")),
        None => one.text.clone(),
    });
    out.texts("What is said to be coming", "据说将要发生的事", heard);
    out.texts(
        "Noticed just now",
        "刚刚被注意到的事",
        scene
            .cues
            .iter()
            .map(|cue| format!("{}: {}", cue.character, cue.text)),
    );
    out.texts(
        "To bring in",
        "待带入",
        scene
            .beats
            .iter()
            .map(|beat| format!("[{}] {}", beat.id, beat.text)),
    );
    out.action(scene);
    out.lines.join("\n")
}

struct Writer {
    lines: Vec<String>,
    zh: bool,
}

impl Writer {
    fn choose<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        if self.zh { chinese } else { english }
    }

    fn title(&mut self, english: &str, chinese: &str) {
        let title = self.choose(english, chinese).to_owned();
        self.lines.push(format!("\n## {title}"));
    }

    fn head(&mut self, english: &str, chinese: &str, text: &str) {
        let title = self.choose(english, chinese).to_owned();
        self.lines.push(format!("{title}: {text}"));
    }

    fn line(&mut self, text: Option<&str>) {
        self.lines.extend(text.map(str::to_owned));
    }

    fn item(&mut self, name: &str, detail: Option<&str>) {
        let detail = detail
            .filter(|detail| !detail.is_empty())
            .map(|detail| format!(": {detail}"))
            .unwrap_or_default();
        self.lines.push(format!("- {name}{detail}"));
    }

    fn texts(&mut self, english: &str, chinese: &str, texts: impl Iterator<Item = String>) {
        let texts: Vec<String> = texts.collect();
        if !texts.is_empty() {
            self.title(english, chinese);
            texts.iter().for_each(|text| self.item(text, None));
        }
    }

    fn person(&mut self, person: &Person) {
        let at = person.position.as_ref().or(person.feature.as_ref());
        let detail: Vec<&str> = [
            person.appearance.as_ref(),
            person.public_state.as_ref(),
            person.activity.as_ref(),
            at,
            person.speech_style.as_ref(),
        ]
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
        self.item(
            &format!("{} [{}]", person.name, person.id),
            Some(&detail.join("; ")),
        );
        for example in &person.speech {
            self.lines.push(format!("  > {example}"));
        }
    }

    fn things(&mut self, english: &str, chinese: &str, things: &[Thing]) {
        let place = |thing: &Thing| match &thing.place {
            Whereabouts::Here => thing
                .feature
                .as_ref()
                .map(|feature| format!("feature={feature}")),
            Whereabouts::HeldBy(holder) => Some(format!("held_by={holder}")),
            Whereabouts::WornBy(holder) => Some(format!("worn_by={holder}")),
            Whereabouts::Inside(outer) => Some(format!("inside={outer}")),
        };
        let texts: Vec<String> = things
            .iter()
            .map(|thing| {
                let container = thing
                    .container
                    .as_ref()
                    .map(|container| format!("container_state={}", container.state));
                let quantity = (thing.quantity > 1).then(|| format!("quantity={}", thing.quantity));
                let detail = [
                    place(thing),
                    thing.position.clone(),
                    container,
                    quantity,
                    thing.quality.clone(),
                    thing.description.clone(),
                ];
                format!(
                    "{} [{}]: {}",
                    thing.name,
                    thing.id,
                    detail.into_iter().flatten().collect::<Vec<_>>().join("; ")
                )
            })
            .collect();
        self.texts(english, chinese, texts.into_iter());
    }

    fn action(&mut self, scene: &Scene) {
        let title = match scene.action.kind {
            ActionKind::Act => self.choose("The player's character does", "玩家的角色做的事"),
            ActionKind::Say => self.choose("The player's character says", "玩家的角色说的话"),
            ActionKind::Ooc => self.choose(
                "The player asks you, out of character",
                "玩家在角色之外对你说",
            ),
            ActionKind::Wait => self.choose(
                "The player's character waited; time has passed",
                "玩家的角色等待了一段时间",
            ),
            ActionKind::Continue => {
                self.choose("The player lets the story go on", "玩家让故事继续")
            }
        };
        self.lines.push(format!("\n## {title}"));
        let text = scene.action.text.trim();
        if !text.is_empty() {
            self.lines.push(text.to_owned());
        }
    }
}
