//! Systems that a build of the program may leave out (docs/deploy.md#smaller-builds).

/// A system that a Cargo feature brings.
#[derive(Debug, Clone, Copy)]
pub struct BuildFeature {
    /// Its name for people, such as `PostgreSQL`.
    pub system: &'static str,
    /// The name of the Cargo feature.
    pub name: &'static str,
    /// Whether this build has it.
    pub is_in: bool,
}

/// A setting or a call needs what this build does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this pulsen was built without {system} (Cargo feature `{feature}`)")]
pub struct LeftOut {
    system: &'static str,
    feature: &'static str,
}

impl BuildFeature {
    /// Returns the error for who asks for it in a build without it.
    #[must_use]
    pub const fn left_out(&self) -> LeftOut {
        LeftOut {
            system: self.system,
            feature: self.name,
        }
    }

    /// Refuses what needs it.
    ///
    /// # Errors
    /// This build does not have it.
    pub const fn demand(&self) -> Result<(), LeftOut> {
        if self.is_in { Ok(()) } else { Err(self.left_out()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_features_are_refused_by_name() {
        let feature = |is_in| BuildFeature {
            system: "PostgreSQL",
            name: "postgres",
            is_in,
        };
        assert_eq!(feature(true).demand(), Ok(()));
        assert_eq!(
            feature(false).demand().unwrap_err().to_string(),
            "this pulsen was built without PostgreSQL (Cargo feature `postgres`)"
        );
    }
}
