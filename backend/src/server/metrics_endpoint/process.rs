//! What Linux knows about this process. Elsewhere it knows nothing.

use std::fs::{read_dir, read_to_string};

/// Clock ticks in a second, which Linux has fixed for programs.
const TICKS: f64 = 100.0;

/// What Linux knows about this process.
pub(super) struct Process {
    /// In bytes.
    pub(super) memory: Option<f64>,
    /// In seconds.
    pub(super) processor: Option<f64>,
    pub(super) files: Option<f64>,
    /// In seconds since 1970.
    pub(super) started: Option<f64>,
}

impl Process {
    pub(super) fn read() -> Self {
        let status = read_to_string("/proc/self/status").unwrap_or_default();
        let stat = read_to_string("/proc/self/stat").unwrap_or_default();
        // After the name, which may hold anything: the fields from the third on (proc(5)).
        let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
        let ticks = |field: usize| {
            fields
                .get(field - 3)?
                .parse::<f64>()
                .ok()
                .map(|ticks| ticks / TICKS)
        };
        Self {
            memory: number_after(&status, "VmRSS:").map(|kibibytes| kibibytes * 1024.0),
            processor: ticks(14).zip(ticks(15)).map(|(user, system)| user + system),
            files: read_dir("/proc/self/fd").ok().map(|files| count(files.count())),
            started: booted().zip(ticks(22)).map(|(booted, after)| booted + after),
        }
    }
}

/// Returns when the machine started, in seconds since 1970.
fn booted() -> Option<f64> {
    number_after(&read_to_string("/proc/stat").ok()?, "btime")
}

fn number_after(text: &str, name: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Converts a count; none of a process is too large.
fn count(number: usize) -> f64 {
    u32::try_from(number).unwrap_or(u32::MAX).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_files_and_a_beginning() {
        let process = Process::read();
        assert!(process.memory.unwrap() > 1e6);
        assert!(process.files.unwrap() >= 3.0);
        assert!(process.processor.is_some());
        assert!(process.started.unwrap() > 1.5e9);
    }
}
