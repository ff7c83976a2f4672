//! How often one may ask (S8): requests a minute for each user or address, imports an hour for each user.
//! Counts live in this process only; they protect it, they are no billing.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use uuid::Uuid;

use crate::config::Server;
use crate::problem::ApiProblem;

/// Whom a request counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Who {
    User(Uuid),
    Address(IpAddr),
}

impl Who {
    /// A household gets one /64, so that is what counts as one address.
    pub(crate) fn stranger(address: IpAddr) -> Who {
        match address {
            IpAddr::V6(v6) => {
                Who::Address(Ipv6Addr::from(u128::from(v6) & !u128::from(u64::MAX)).into())
            }
            v4 => Who::Address(v4),
        }
    }
}

pub(crate) struct Limiter {
    requests: DefaultKeyedRateLimiter<Who>,
    imports: DefaultKeyedRateLimiter<Who>,
    clock: DefaultClock,
}

impl Limiter {
    pub(crate) fn new(server: &Server) -> Limiter {
        let at_least_one = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
        Limiter {
            requests: RateLimiter::keyed(Quota::per_minute(at_least_one(
                server.requests_per_minute,
            ))),
            imports: RateLimiter::keyed(Quota::per_hour(at_least_one(server.imports_per_hour))),
            clock: DefaultClock::default(),
        }
    }

    pub(crate) fn request(&self, who: Who) -> Result<(), ApiProblem> {
        self.check(&self.requests, who)
    }

    pub(crate) fn import(&self, who: Who) -> Result<(), ApiProblem> {
        self.check(&self.imports, who)
    }

    fn check(&self, limiter: &DefaultKeyedRateLimiter<Who>, who: Who) -> Result<(), ApiProblem> {
        limiter.check_key(&who).map_err(|refused| {
            let wait = refused.wait_time_from(self.clock.now());
            ApiProblem::too_many(wait.as_secs() + 1)
        })
    }

    /// Forgets those whose allowance is full again; called once a minute.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.imports.retain_recent();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s8_one_more_than_allowed_waits() {
        let mut server = crate::config::defaults().expect("defaults").server;
        server.requests_per_minute = 3;
        let limiter = Limiter::new(&server);
        let ours = Who::User(Uuid::from_u128(1));
        for _ in 0..3 {
            limiter.request(ours).expect("within the limit");
        }
        let refused = limiter.request(ours).expect_err("one more");
        assert_eq!(refused.status().as_u16(), 429);
        limiter
            .request(Who::User(Uuid::from_u128(2)))
            .expect("somebody else");
    }

    #[test]
    fn s1_a_v6_household_is_one_address() {
        let who = |text: &str| Who::stranger(text.parse().expect("address"));
        assert_eq!(who("2001:db8::1"), who("2001:db8::ffff:1"));
        assert_ne!(who("2001:db8::1"), who("2001:db8:0:1::1"));
        assert_ne!(who("1.2.3.4"), who("1.2.3.5"));
    }
}
