//! Looks at everything that a server needs before, or while, it runs (docs/operate.md#doctor). It changes nothing.
//!
//! | module | looks at |
//! |---|---|
//! | `examination` | all of it, one after the other |
//! | `clock` | this machine's clock beside another one |
//! | `machine` | data folder, disk |
//! | `database` | the database: version, schema, log, clock, whether it is whole |
//! | `files` | the storage of files, and whether it holds what the database says |
//! | `services` | Redis, the scanner, the mail server, the gateway of text messages, the provider of single sign-on |
//! | `public_address` | whether visitors reach the server: name, certificate, clock |
//! | `forged_address` | whether the server counts them by addresses that they cannot choose |

mod clock;
mod database;
mod examination;
mod files;
mod forged_address;
mod machine;
mod public_address;
mod services;
mod staff_host;

pub(crate) use examination::examine;
