//! The world editor as a person uses it: a reference breaks and its problem stands beside the field, an undo brings every byte
//! back; one member of every kind of widget is set and read back; and all of it goes without a mouse.

use serde_json::Value;
use talekeep_tests::browser::Browser;
use talekeep_tests::steps::sample;
use talekeep_tests::{App, Options};

use crate::looks::log_in;
use crate::main_way::press;
use crate::{EXE, browser, evaluate, pictures, until};

/// Keys as WebDriver writes them.
const ENTER: &str = "\u{E007}";
const TAB: &str = "\u{E004}";
const DOWN: &str = "\u{E015}";

#[tokio::test]
async fn a_broken_reference_is_shown_and_undone() {
    let Some(browser) = browser().await else {
        return;
    };
    let (app, world) = house(&browser).await;
    open(
        &browser,
        &app,
        &world,
        "#characters/mara/character.json:/relationships/0/to",
    )
    .await;
    let before = document(&app, &world, "characters/mara/character.json").await;
    let field = "[data-pointer=\"/relationships/0/to\"]";
    until(
        &browser,
        &format!("document.activeElement.closest('{field}')"),
    )
    .await;
    evaluate(&browser, "document.activeElement.select()").await;
    type_keys(&browser, &format!("nobody-at-all{ENTER}")).await;
    // Beside its field, in the list, at its thing in the tree.
    until(&browser, &format!("document.querySelector('{field} > .member-faults li')?.textContent.includes('nobody-at-all')")).await;
    let described = "(() => { const input = document.querySelector('[data-pointer=\"/relationships/0/to\"] input'); return input.getAttribute('aria-invalid') === 'true' && input.getAttribute('aria-describedby').split(' ').some((id) => document.getElementById(id).textContent.includes('nobody-at-all')); })()";
    assert_eq!(evaluate(&browser, described).await, true);
    assert_eq!(
        evaluate(
            &browser,
            "document.querySelectorAll('#faults .fault').length"
        )
        .await,
        1
    );
    until(&browser, "[...document.querySelectorAll('.tree-row')].some((row) => row.textContent.startsWith('Mara') && row.querySelector('.dot'))").await;
    browser.picture(&pictures().join("edit-broken.png")).await;
    // The list leads there from elsewhere.
    evaluate(&browser, "location.hash = '#world.json'").await;
    until(
        &browser,
        "document.querySelector('.sheet-path').textContent === 'world.json'",
    )
    .await;
    press(&browser, "#faults .fault").await;
    until(
        &browser,
        &format!("document.activeElement.closest('{field}')"),
    )
    .await;
    // The text knows the line.
    evaluate(
        &browser,
        "location.hash = '#characters/mara/character.json;json'",
    )
    .await;
    until(&browser, "document.querySelector('.raw-mark') && document.querySelector('.raw-faults').textContent.includes('nobody-at-all')").await;
    press(&browser, "#undo").await;
    saved(&browser).await;
    until(
        &browser,
        "document.querySelectorAll('#faults .fault').length === 0",
    )
    .await;
    assert_eq!(
        document(&app, &world, "characters/mara/character.json").await,
        before,
        "an undo brings every byte back"
    );
    browser.close().await;
    app.close().await;
}

#[tokio::test]
async fn advice_stands_beside_the_problems_and_leads_to_its_field() {
    let Some(browser) = browser().await else {
        return;
    };
    let (app, world) = house(&browser).await;
    open(&browser, &app, &world, "#world.json").await;
    press(&browser, "#fault-tab-advice").await;
    until(
        &browser,
        "document.querySelector('#fault-list .fault-none')?.textContent === 'No advice: well made.'",
    )
    .await;
    // A chest loses its keys.
    let path = format!("/api/worlds/{world}/documents/items/tin-box/item.json");
    let mut tin_box: Value = app.owner.get(&path).await.expect(200).json();
    tin_box["container"] = serde_json::json!({ "state": "locked" });
    app.owner.put(&path, &tin_box).await.expect(200);
    open(&browser, &app, &world, "#world.json").await;
    press(&browser, "#fault-tab-advice").await;
    let shown = "[...document.querySelectorAll('#fault-list .fault')]";
    until(&browser, &format!("{shown}.length === 1")).await;
    let text = evaluate(&browser, &format!("{shown}[0].textContent")).await;
    let text = text.as_str().expect("text");
    assert!(text.contains("is locked, and nothing opens it."), "{text}");
    assert!(text.contains("players look for the key"), "why: {text}");
    for (width, dark) in [(1380, false), (1380, true), (360, false), (360, true)] {
        browser.look(width, 900, dark).await;
        if width == 360 {
            press(&browser, "#problems-toggle").await;
            until(&browser, "getComputedStyle(document.querySelector('#faults')).visibility === 'visible' && document.querySelector('#faults').getBoundingClientRect().right <= innerWidth + 1").await;
        }
        let over = "document.documentElement.scrollWidth <= innerWidth && document.querySelector('#faults').scrollWidth <= document.querySelector('#faults').clientWidth";
        assert_eq!(evaluate(&browser, over).await, true, "{width}");
        let light = if dark { "dark" } else { "light" };
        let picture = format!("edit-advice-{width}-{light}.png");
        browser.picture(&pictures().join(picture)).await;
        if width == 360 {
            press(&browser, "#problems-toggle").await;
        }
    }
    browser.look(1380, 900, false).await;
    press(&browser, "#fault-list .fault").await;
    until(
        &browser,
        "document.activeElement.closest('[data-pointer=\"/container/state\"]')",
    )
    .await;
    browser.close().await;
    app.close().await;
}

/// What is done on the page, in which document, and what its file must then say at a pointer.
const WIDGETS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "text",
        "world.json",
        "",
        "write('/description', 'textarea', 'A new\\nworld')",
        "/description=\"A new\\nworld\"",
    ),
    (
        "line",
        "world.json",
        "",
        "write('/narration_voice', 'input', 'alto')",
        "/narration_voice=\"alto\"",
    ),
    (
        "date",
        "world.json",
        "",
        "write('/starting_time', 'input[type=date]', '1888-01-02')",
        "/starting_time=\"1888-01-02T18:40\"",
    ),
    (
        "zone",
        "world.json",
        "",
        "write('/time_zone', 'input', 'Europe/Lisbon')",
        "/time_zone=\"Europe/Lisbon\"",
    ),
    (
        "world values",
        "world.json",
        "",
        "tick('/variables/tide', '[value=low]')",
        "/variables/tide=\"low\"",
    ),
    (
        "list of texts",
        "world.json",
        "",
        "press('/rules', '.entries-field > .row button') || write('/rules/3', 'textarea', 'A fourth.')",
        "/rules/3=\"A fourth.\"",
    ),
    (
        "few words",
        "characters/mara/character.json",
        "",
        "tick('/tier', '[value=supporting]')",
        "/tier=\"supporting\"",
    ),
    (
        "number",
        "characters/mara/character.json",
        "/relationships/0/trust",
        "write('/relationships/0/trust', 'input[type=number]', '-0.5')",
        "/relationships/0/trust=-0.5",
    ),
    (
        "reference",
        "characters/mara/character.json",
        "",
        "choose('/start/location', 'The Jetty')",
        "/start/location=\"jetty\"",
    ),
    (
        "feature",
        "characters/finn/character.json",
        "",
        "write('/start/position', 'input', 'by the oars')",
        "/start/position=\"by the oars\"",
    ),
    (
        "references",
        "characters/mara/character.json",
        "",
        "choose('/knowledge/lore', 'Tide and sandbar')",
        "/knowledge/lore/4=\"tide-and-sandbar\"",
    ),
    (
        "initial value",
        "characters/mara/character.json",
        "",
        "write('/variables/worry', 'input', '9')",
        "/variables/worry=9",
    ),
    (
        "routine",
        "characters/tobias/character.json",
        "",
        "press('/routine', '.entries-field > .row button') || write('/routine/0/from', 'input', '06:30') || write('/routine/0/to', 'input', '07:15') || write('/routine/0/activity', 'textarea', 'bakes') || tick('/routine/0/days', 'label:nth-of-type(3) input')",
        "/routine/0={\"from\":\"06:30\",\"to\":\"07:15\",\"activity\":\"bakes\",\"days\":[\"wed\"]}",
    ),
    (
        "many words",
        "lore/the-light/lore.json",
        "",
        "pick('/kind', 'science')",
        "/kind=\"science\"",
    ),
    (
        "flag",
        "items/biscuits/item.json",
        "",
        "tick('/notable', 'input')",
        "/notable=true",
    ),
    (
        "whole number",
        "items/biscuits/item.json",
        "",
        "write('/quantity', 'input', '7')",
        "/quantity=7",
    ),
    (
        "slot",
        "items/biscuits/item.json",
        "",
        "choose('/wearable', 'head')",
        "/wearable=\"head\"",
    ),
    (
        "placement",
        "items/lantern/item.json",
        "",
        "tick('', '.placement [value=held_by]') || choose('/held_by', 'Finn')",
        "/held_by=\"finn\"",
    ),
    (
        "object",
        "items/lantern/item.json",
        "",
        "press('/container', 'button') || tick('/container/state', '[value=locked]')",
        "/container/state=\"locked\"",
    ),
    (
        "exit",
        "locations/jetty/location.json",
        "/exits/0/to",
        "tick('/exits/0/one_way', 'input')",
        "/exits/0/one_way=true",
    ),
    (
        "local time",
        "triggers.json",
        "/5",
        "write('/5/expires', 'input', '1887-11-01T06:00')",
        "/5/expires=\"1887-11-01T06:00\"",
    ),
    (
        "condition",
        "triggers.json",
        "/5",
        "pick('/5/when', 'judged', '.condition-body > .adder') || write('/5/when/conditions/2/text', 'textarea', 'It rains.')",
        "/5/when/conditions/2={\"type\":\"judged\",\"text\":\"It rains.\"}",
    ),
    (
        "effect",
        "triggers.json",
        "/5",
        "press('/5/effects', '.entries-field > .row button') || pick('/5/effects/2', 'beat', 'select') || write('/5/effects/2/text', 'textarea', 'Drip.')",
        "/5/effects/2={\"type\":\"beat\",\"text\":\"Drip.\"}",
    ),
    (
        "variable",
        "variables.json",
        "/5",
        "write('/5/default', 'input', '6')",
        "/5/default=6",
    ),
    (
        "plot part",
        "plots.json",
        "/0/developments/2/prerequisites",
        "choose('/0/developments/2/prerequisites', 'no-key: The tower is locked, and the key is at sea.')",
        "/0/developments/2/prerequisites/1=\"no-key\"",
    ),
];

/// What a person's hands do, as functions of the page. Each answers nothing, so that they can be written one after the other.
const HANDS: &str = r"
const within = (pointer, selector) => {
  const box = pointer ? document.querySelector(`[data-pointer='${pointer}']`) : document.querySelector('.tab-panel');
  for (const fold of box ? [] : [...document.querySelectorAll('details[data-pointer]:not([open])')].filter((one) => pointer.startsWith(one.dataset.pointer + '/'))) { fold.open = true; fold.dispatchEvent(new Event('unfold')); }
  const found = (box ?? document.querySelector(`[data-pointer='${pointer}']`))?.querySelector(selector);
  if (!found) throw new Error(`${pointer} ${selector}`);
  return found;
};
const say = (node, ...names) => { for (const name of names) node.dispatchEvent(new Event(name, { bubbles: true })); };
const write = (pointer, selector, value) => { const node = within(pointer, selector); node.value = value; say(node, 'input', 'change'); };
const tick = (pointer, selector) => { within(pointer, selector).click(); };
const press = tick;
const pick = (pointer, value, selector = 'select') => { const node = within(pointer, selector); node.value = value; say(node, 'change'); };
const choose = (pointer, name) => {
  const node = within(pointer, '[role=combobox]');
  node.focus(); node.value = name; say(node, 'input');
  const option = [...node.parentElement.querySelectorAll('[role=option]')].find((one) => one.firstElementChild.textContent === name);
  if (!option) throw new Error(`${pointer} offers no ${name}`);
  option.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
};
";

#[tokio::test]
async fn every_widget_sets_its_member() {
    let Some(browser) = browser().await else {
        return;
    };
    let (app, world) = house(&browser).await;
    for (what, path, at, act, expected) in WIDGETS {
        let place = if at.is_empty() {
            format!("#{path}")
        } else {
            format!("#{path}:{at}")
        };
        open(&browser, &app, &world, &place).await;
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
        browser
            .page
            .execute(&format!("{HANDS}; return ({act}) ?? null;"), Vec::new())
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        saved(&browser).await;
        let (pointer, value) = expected.split_once('=').expect("a pointer and a value");
        let value: Value = serde_json::from_str(value).expect("a value");
        let kept: Value = serde_json::from_str(&document(&app, &world, path).await).expect(path);
        assert_eq!(kept.pointer(pointer), Some(&value), "{what}: {kept:#}");
    }
    browser.close().await;
    app.close().await;
}

#[tokio::test]
async fn the_keyboard_alone_is_enough() {
    let Some(browser) = browser().await else {
        return;
    };
    let (app, world) = house(&browser).await;
    open(&browser, &app, &world, "").await;
    evaluate(
        &browser,
        "document.querySelector('.tree-top input').focus()",
    )
    .await;
    type_keys(&browser, &format!("lantern{TAB}")).await;
    until(&browser, "document.activeElement.getAttribute('role') === 'tree' && document.querySelectorAll('.tree-row').length === 2").await;
    type_keys(&browser, &format!("{DOWN}{ENTER}")).await;
    until(
        &browser,
        "document.querySelector('.sheet-path').textContent === 'items/lantern/item.json'",
    )
    .await;
    for _ in 0..12 {
        type_keys(&browser, TAB).await;
        let here = "document.activeElement.closest('[data-pointer]')?.dataset.pointer ?? ''";
        if evaluate(&browser, here).await == "/name" {
            break;
        }
    }
    evaluate(&browser, "document.activeElement.select?.()").await;
    type_keys(&browser, "lamp with a dent").await;
    saved(&browser).await;
    let kept: Value =
        serde_json::from_str(&document(&app, &world, "items/lantern/item.json").await)
            .expect("an item");
    assert_eq!(kept["name"], "lamp with a dent");
    browser.close().await;
    app.close().await;
}

/// A house with the sample world, and the browser inside it.
async fn house(browser: &Browser) -> (App, String) {
    let app = App::start(EXE, Options::default()).await;
    let world = sample(&app.owner, "en").await;
    browser.look(1380, 900, false).await;
    browser
        .page
        .goto(&app.base())
        .await
        .expect("a page to have cookies on");
    log_in(browser, &app).await;
    (app, world)
}

async fn open(browser: &Browser, app: &App, world: &str, place: &str) {
    browser.page.goto("about:blank").await.expect("nothing");
    browser
        .page
        .goto(&format!("{}/worlds/{world}/edit{place}", app.base()))
        .await
        .expect("the editor");
    until(
        browser,
        "document.querySelector('#sheet[aria-busy=false] .sheet-head')",
    )
    .await;
}

/// Waits until nothing is left to be sent.
async fn saved(browser: &Browser) {
    until(
        browser,
        "document.querySelector('#status').dataset.state === 'saved'",
    )
    .await;
}

async fn document(app: &App, world: &str, path: &str) -> String {
    app.owner
        .get(&format!("/api/worlds/{world}/documents/{path}"))
        .await
        .expect(200)
        .text()
}

async fn type_keys(browser: &Browser, keys: &str) {
    let field = browser.page.active_element().await.expect("a focus");
    field.send_keys(keys).await.expect("keys");
}
