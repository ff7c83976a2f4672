//! Whole numbers by W-018, decided on the digits as written, so that no rounding makes a fraction look whole.

/// The largest whole number on either side of zero: 2^53 − 1.
pub const WHOLE_LIMIT: i64 = 9_007_199_254_740_991;

/// Why a number is not a whole number of W-018.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotWhole {
    /// It has a fractional part.
    Fraction,
    /// It lies beyond ±(2^53 − 1).
    TooLarge,
}

/// Reads the text of a JSON number as a whole number; `3`, `3.0` and `3e2` are whole.
pub fn whole(raw: &str) -> Result<i64, NotWhole> {
    let (negative, raw) = match raw.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, raw),
    };
    let (mantissa, exponent) = match raw.find(['e', 'E']) {
        Some(at) => (&raw[..at], parse_exponent(&raw[at + 1..])),
        None => (raw, 0),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_end_matches('0');
    let dropped = digits.len() - significant.len();
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Ok(0);
    }
    // The value is `significant` followed by this many zeros.
    let zeros = exponent - fraction.len() as i64 + dropped as i64;
    if zeros < 0 {
        return Err(NotWhole::Fraction);
    }
    if significant.len() as i64 + zeros > 16 {
        return Err(NotWhole::TooLarge);
    }
    let mut value: i64 = significant.parse().map_err(|_| NotWhole::TooLarge)?;
    for _ in 0..zeros {
        value *= 10;
    }
    if value > WHOLE_LIMIT {
        return Err(NotWhole::TooLarge);
    }
    Ok(if negative { -value } else { value })
}

/// Exponents beyond anything a document's length could balance are cut to that.
fn parse_exponent(text: &str) -> i64 {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let value = digits
        .bytes()
        .fold(0i64, |n, b| (n * 10 + i64::from(b - b'0')).min(1 << 40));
    if negative { -value } else { value }
}
