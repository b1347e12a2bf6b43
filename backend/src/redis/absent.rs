//! Stands in for Redis in a build without it. No address is accepted, so there is no value of these types, and nothing here ever
//! runs.

use crate::build_features::REDIS;
use base::build_feature::LeftOut;
use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The address of a Redis: there is none.
#[derive(Debug, Clone)]
pub enum RedisAddress {}

/// Why a text is not accepted as an address.
pub type RedisAddressError = LeftOut;

/// Why Redis cannot be used: it is never tried.
pub(crate) type RedisError = Infallible;

pub(crate) enum Redis {}

pub(crate) const SECRET: &str = "redis";

impl FromStr for RedisAddress {
    type Err = RedisAddressError;

    fn from_str(_: &str) -> Result<Self, Self::Err> {
        Err(REDIS.left_out())
    }
}

impl RedisAddress {
    pub(crate) fn is_unencrypted(&self) -> bool {
        match *self {}
    }
}

impl Redis {
    pub(crate) async fn open(address: &RedisAddress, _secret: &str) -> Result<Arc<Self>, RedisError> {
        match *address {}
    }

    pub(crate) fn is_connected(&self) -> bool {
        match *self {}
    }

    pub(crate) async fn count(
        &self,
        _rate: &str,
        _key: &[&str],
        _part: Duration,
        _quota: Duration,
    ) -> Option<Result<(), Duration>> {
        match *self {}
    }

    pub(crate) async fn tell(&self, _message: Vec<u8>) -> Result<(), RedisError> {
        match *self {}
    }

    pub(crate) async fn hear(&self, _on_begin: impl Fn(), _on_message: impl Fn(&[u8])) {
        match *self {}
    }

    pub(crate) async fn set_watched(&self, _ids: &[String], _life: Duration) -> Result<(), RedisError> {
        match *self {}
    }

    pub(crate) async fn is_watched(&self, _feedback_id: &str) -> Option<bool> {
        match *self {}
    }

    pub(crate) async fn close(&self) {
        match *self {}
    }
}
