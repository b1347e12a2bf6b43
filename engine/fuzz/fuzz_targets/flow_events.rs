#![no_main]

#[path = "../shared.rs"]
#[allow(dead_code, reason = "each target uses one of its two functions")]
mod shared;

libfuzzer_sys::fuzz_target!(|data: &[u8]| shared::flow_events(data));
