//! Where this server is reached: its public address, the hosts it answers to and the proxies it believes.
//! Never taken from a request: links and checks come from the configuration (S2).

use std::net::{IpAddr, SocketAddr};

use crate::config::Config;

/// A public address: scheme and authority, nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Public {
    pub secure: bool,
    /// Host as typed in lower case, with the port when one was given.
    pub authority: String,
}

impl Public {
    /// `http(s)://host[:port]` with at most a final slash.
    pub fn parse(url: &str) -> Option<Public> {
        let (scheme, rest) = url.split_once("://")?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest).to_lowercase();
        let odd = |c: char| c.is_whitespace() || c.is_control() || "/?#@\\".contains(c);
        if authority.is_empty() || authority.contains(odd) || host_of(&authority).is_empty() {
            return None;
        }
        Some(Public { secure, authority })
    }

    /// Whether it names this very machine.
    pub fn is_loopback(&self) -> bool {
        let host = host_of(&self.authority).trim_matches(['[', ']']);
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }

    /// What a browser puts into `Origin`.
    pub fn origin(&self) -> String {
        format!(
            "{}://{}",
            if self.secure { "https" } else { "http" },
            self.authority
        )
    }
}

/// An address, or a network in prefix notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// `10.0.0.1` or `10.0.0.0/8`, of either family.
    pub fn parse(text: &str) -> Option<Network> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address.parse().ok()?, Some(bits.parse().ok()?)),
            None => (text.parse().ok()?, None),
        };
        let most = if matches!(address, IpAddr::V4(_)) {
            32
        } else {
            128
        };
        let bits = bits.unwrap_or(most);
        (bits <= most).then_some(Network { address, bits })
    }

    /// Whether an address lies in it.
    pub fn holds(&self, other: IpAddr) -> bool {
        let same = |a: u128, b: u128, width: u8| {
            let shift = u32::from(width - self.bits);
            self.bits == 0 || (a >> shift) == (b >> shift)
        };
        match (self.address, other.to_canonical()) {
            (IpAddr::V4(a), IpAddr::V4(b)) => {
                same(u128::from(u32::from(a)), u128::from(u32::from(b)), 32)
            }
            (IpAddr::V6(a), IpAddr::V6(b)) => same(u128::from(a), u128::from(b), 128),
            _ => false,
        }
    }
}

/// Everything a request is compared with.
#[derive(Debug, Clone)]
pub struct Place {
    pub public: Public,
    /// The address really bound, also when port 0 was asked for.
    pub bound: SocketAddr,
    hosts: Vec<String>,
    proxies: Vec<Network>,
}

impl Place {
    /// From the settings and the address that was bound.
    pub fn new(config: &Config, bound: SocketAddr) -> Place {
        let public = Public::parse(&config.server.public_url).unwrap_or_else(|| Public {
            secure: false,
            authority: bound.to_string(),
        });
        let mut hosts: Vec<String> = config
            .server
            .allowed_hosts
            .iter()
            .map(|host| host.to_lowercase())
            .collect();
        hosts.push(host_of(&public.authority).to_owned());
        // A rebinding page always comes with a name of its own, so loopback's names are safe where loopback is bound.
        if bound.ip().is_loopback() || bound.ip().is_unspecified() {
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        let proxies = config
            .server
            .trusted_proxies
            .iter()
            .filter_map(|text| Network::parse(text))
            .collect();
        Place {
            public,
            bound,
            hosts,
            proxies,
        }
    }

    /// Whether `Host` names us; the port does not matter.
    pub fn answers_to(&self, host: &str) -> bool {
        let host = host_of(host).to_lowercase();
        self.hosts.contains(&host)
    }

    /// Whether only this machine reaches us.
    pub fn is_loopback(&self) -> bool {
        self.bound.ip().is_loopback()
    }

    /// `http` on loopback is the one place where a cookie may go without `Secure` (S2).
    pub fn plain_cookie(&self) -> bool {
        !self.public.secure && self.public.is_loopback()
    }

    /// `__Host-` binds the cookie to https and this very host.
    pub fn cookie_name(&self) -> &'static str {
        if self.plain_cookie() {
            "talekeep"
        } else {
            "__Host-talekeep"
        }
    }

    /// The visitor's address: the nearest hop that is not one of our proxies.
    pub fn visitor(&self, peer: IpAddr, forwarded: Option<&str>) -> IpAddr {
        let trusted = |ip: IpAddr| self.proxies.iter().any(|network| network.holds(ip));
        if !trusted(peer) {
            return peer.to_canonical();
        }
        let mut nearest = peer;
        for hop in forwarded.unwrap_or_default().rsplit(',') {
            let Ok(ip) = hop.trim().parse::<IpAddr>() else {
                break;
            };
            nearest = ip;
            if !trusted(ip) {
                break;
            }
        }
        nearest.to_canonical()
    }
}

/// The host without its port; a v6 literal keeps its brackets.
fn host_of(authority: &str) -> &str {
    let after_literal = authority.rfind(']').map_or(0, |at| at + 1);
    match authority[after_literal..].find(':') {
        Some(colon) => &authority[..after_literal + colon],
        None => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(address: &str, change: impl FnOnce(&mut Config)) -> Place {
        let mut config = crate::config::defaults().expect("defaults");
        change(&mut config);
        Place::new(&config, address.parse().expect("address"))
    }

    #[test]
    fn s2_only_known_hosts_are_answered() {
        let loopback = place("127.0.0.1:8080", |_| ());
        for (host, known) in [
            ("127.0.0.1:8080", true),
            ("LOCALHOST:8080", true),
            ("[::1]:8080", true),
            ("evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("localhost.", false),
            ("", false),
        ] {
            assert_eq!(loopback.answers_to(host), known, "{host}");
        }
        let public = place("10.0.0.5:80", |config| {
            config.server.public_url = "https://tales.example".into();
            config.server.allowed_hosts = vec!["Other.example".into()];
        });
        assert!(public.answers_to("tales.example") && public.answers_to("other.example:443"));
        assert!(!public.answers_to("localhost"));
        assert_eq!(public.cookie_name(), "__Host-talekeep");
        assert_eq!(loopback.cookie_name(), "talekeep");
    }

    #[test]
    fn s2_a_public_address_has_no_path_or_login() {
        for (url, origin) in [
            ("https://Tales.example/", Some("https://tales.example")),
            ("http://[::1]:80", Some("http://[::1]:80")),
            ("https://a/b", None),
            ("https://me@a", None),
            ("ftp://a", None),
            ("https://", None),
            ("https://:80", None),
        ] {
            assert_eq!(
                Public::parse(url).map(|public| public.origin()).as_deref(),
                origin,
                "{url}"
            );
        }
    }

    #[test]
    fn s1_forwarded_for_counts_only_from_our_proxies() {
        let place = place("10.0.0.5:80", |config| {
            config.server.trusted_proxies = vec!["10.0.0.0/8".into()]
        });
        for (peer, forwarded, seen) in [
            ("9.9.9.9", Some("1.1.1.1"), "9.9.9.9"),
            ("10.1.1.1", Some("1.1.1.1, 2.2.2.2"), "2.2.2.2"),
            ("10.1.1.1", Some("1.1.1.1, 10.9.9.9"), "1.1.1.1"),
            ("10.1.1.1", Some("nonsense"), "10.1.1.1"),
            ("10.1.1.1", None, "10.1.1.1"),
        ] {
            let seen_now = place.visitor(peer.parse().expect("ip"), forwarded);
            assert_eq!(seen_now.to_string(), seen, "{peer} {forwarded:?}");
        }
    }
}
