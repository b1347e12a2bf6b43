//! The options of `pulsen serve` for people who sign in (docs/staff.md#people).

use crate::server_address::ServerAddress;
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct StaffOptions {
    /// Address of a host of its own for staff: the console and its calls are answered there only, such as
    /// https://staff.example.com. Links of `pulsen user` begin with it.
    #[arg(long, value_name = "URL", env = "PULSEN_STAFF_URL")]
    pub(super) staff_url: Option<ServerAddress>,

    /// Has everybody who signs in set up a second factor before anything else.
    #[arg(long, env = "PULSEN_REQUIRE_SECOND_FACTOR")]
    pub(super) require_second_factor: bool,
}
