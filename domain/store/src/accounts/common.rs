//! Passwords that everybody tries first. Short ones are refused for their length, so only long ones stand here.

/// Folded to lower case; with any digits or marks behind them they are common, too.
const WORDS: &[&str] = &[
    "password",
    "passwort",
    "passw0rd",
    "p@ssword",
    "p@ssw0rd",
    "motdepasse",
    "contraseña",
    "contrasena",
    "mypassword",
    "passwordpassword",
    "password123password",
    "letmein",
    "letmeinplease",
    "welcome",
    "welcometo",
    "iloveyou",
    "iloveyouforever",
    "administrator",
    "adminadmin",
    "adminadminadmin",
    "changeme",
    "changemeplease",
    "changeit",
    "trustno",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "superman",
    "dragon",
    "dragonball",
    "monkeymonkey",
    "masterkey",
    "starwars",
    "secretsecret",
    "topsecret",
    "talekeep",
    "talekeeptalekeep",
    "sillytavern",
    "qwerty",
    "qwertyqwerty",
    "qwertyuiop",
    "qwertyuiopasdfghjkl",
    "asdfghjkl",
    "asdfasdfasdf",
    "zxcvbnm",
    "qazwsxedc",
    "qazwsxedcrfv",
    "1qaz2wsx3edc",
    "1qaz2wsx",
    "1q2w3e4r5t6y",
    "1q2w3e4r",
    "q1w2e3r4t5y6",
    "zaq12wsx",
    "qweasdzxc",
    "abcdefghijkl",
    "abcdefgh",
    "abcdabcdabcd",
    "abcabcabcabc",
    "computer",
    "internet",
    "whatever",
    "blinkblink",
    "correcthorsebatterystaple",
    "thisisapassword",
    "thisismypassword",
    "mypasswordis",
    "nopassword",
    "testtesttest",
    "testpassword",
    "temppassword",
    "defaultpassword",
    "hellohello",
    "hellohellohello",
    "helloworld",
    "woaini",
    "woaini1314520",
    "5201314",
    "woaiwojia",
    "iloveyoubaby",
    "michaeljordan",
    "manchesterunited",
    "liverpoolfc",
    "christopher",
    "basketball",
    "grandmother",
    "chocolate",
    "butterfly",
    "strawberry",
    "unbelievable",
];

pub(super) fn is_common(password: &str) -> bool {
    let password = password.to_lowercase();
    let word = password.trim_matches(|mark: char| {
        mark.is_ascii_digit() || mark.is_ascii_punctuation() || mark == ' '
    });
    let is_word = WORDS.contains(&password.as_str()) || WORDS.contains(&word);
    is_word || word.is_empty() && is_counting(&password) || has_few_characters(&password)
}

/// Only digits and marks, one following the other up, down or staying: `123456789012`, `9876543210987`, `2468…` is not.
fn is_counting(password: &str) -> bool {
    let digits: Vec<i32> = password
        .chars()
        .filter_map(|mark| mark.to_digit(10))
        .map(|digit| digit as i32)
        .collect();
    let steps: Vec<i32> = digits
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).rem_euclid(10))
        .collect();
    digits.len() + 2 >= password.chars().count()
        && [0, 1, 9]
            .iter()
            .any(|step| steps.iter().all(|one| one == step))
}

/// `aaaaaaaaaaaa`, `abababababab`.
fn has_few_characters(password: &str) -> bool {
    let mut seen: Vec<char> = password.chars().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() < 4
}
