//! Help: what can be done, shown with what is really there.

use talekeep_prompts::Whereabouts;

use super::telling::Telling;

/// Explains the narrator and the commands.
pub(super) fn help(t: &mut Telling<'_>) {
    t.tell(
        "This story is told by the built-in narrator. It knows plain commands: look, examine, search, go, take, drop, put, open, close, \
         unlock, give, wear, talk to, say, use, wait, inventory, time.",
        "这个故事由内置的叙述者讲述。它听得懂简单的指令：看、检查、搜索、去、拿、放下、打开、关上、用…打开、给、穿戴、和…说话、说、等待、物品、时间。",
    );
    suggest(t);
}

/// Names a few things that can be done here.
pub(super) fn suggest(t: &mut Telling<'_>) {
    let scene = t.scene;
    let mut ideas: Vec<String> = Vec::new();
    let mut idea = |english: String, chinese: String| {
        ideas.push(
            t.choose(&format!("“{english}”"), &format!("“{chinese}”"))
                .to_owned(),
        )
    };
    idea("look".to_owned(), "看看四周".to_owned());
    if let Some(person) = scene.people.first() {
        idea(
            format!("talk to {}", person.name),
            format!("和{}说话", person.name),
        );
    }
    if let Some(feature) = scene.place.iter().flat_map(|place| &place.features).next() {
        idea(
            format!("search {}", lower(&feature.name)),
            format!("搜索{}", feature.name),
        );
    }
    if let Some(thing) = scene
        .things
        .iter()
        .find(|thing| thing.place == Whereabouts::Here)
    {
        idea(
            format!("take {}", lower(&thing.name)),
            format!("拿{}", thing.name),
        );
    }
    if let Some(exit) = scene
        .place
        .iter()
        .flat_map(|place| &place.exits)
        .find(|exit| exit.state == "open")
    {
        idea(
            format!("go to {}", lower(&exit.name)),
            format!("去{}", exit.name),
        );
    }
    idea("wait 1h".to_owned(), "等一小时".to_owned());
    let row = ideas.join(t.choose(", ", "、"));
    t.tell(
        format!("Here you could try {row}."),
        format!("在这里可以试试{row}。"),
    );
}

fn lower(name: &str) -> String {
    name.strip_prefix("The ")
        .or_else(|| name.strip_prefix("the "))
        .unwrap_or(name)
        .to_owned()
}

/// Says that the words were not understood.
pub(super) fn unknown(t: &mut Telling<'_>, said: &str) {
    t.tell_one(&[
        (
            format!("You think about “{said}”, but cannot see how to go about it."),
            format!("你想着“{said}”，却不知道该怎么做。"),
        ),
        (
            format!("“{said}”: the built-in narrator does not know how to tell that."),
            format!("“{said}”：内置的叙述者不知道该怎么讲。"),
        ),
    ]);
    suggest(t);
}
