//! The modules that the loader's script loads when they are needed (docs/widget.md#parts-of-the-loader).

use crate::assets::{Assets, LOADER_FOLDER};

/// How the names of the files of the loader's modules begin: then follow the version of what the core expects, and a hash.
const MODULE_PREFIXES: [&str; 3] = ["interaction-", "bubble-", "look-"];

/// Those of this server's build.
pub(crate) struct Modules {
    /// Their file names; none if the loader has not been built.
    names: Vec<String>,
}

/// The file that answers a request for a module.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Module {
    /// Its path among the assets.
    pub(crate) path: String,
    /// Whether it is the very file that was asked for, and not one of another build that works as well.
    pub(crate) is_exact: bool,
}

impl Modules {
    pub(super) fn new(assets: &Assets) -> Self {
        let names = assets
            .paths()
            .filter_map(|path| path.strip_prefix(LOADER_FOLDER))
            .filter(|name| module_of(name).is_some())
            .map(str::to_owned)
            .collect();
        Self { names }
    }

    /// Returns the file that answers a request for a module of some build. A page may be older than this server: it gets this
    /// server's module as long as that works with its core. `None` if it does not, or if the name is not one of a module.
    pub(crate) fn find(&self, name: &str) -> Option<Module> {
        let wanted = module_of(name)?;
        let own = self.names.iter().find(|own| module_of(own) == Some(wanted))?;
        Some(Module {
            path: format!("{LOADER_FOLDER}{own}"),
            is_exact: name == own,
        })
    }
}

/// Returns whether a file's name is one of a module.
pub(crate) fn is_module(name: &str) -> bool {
    MODULE_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Returns the kind and the version in the name of a module, such as `bubble-` and `1` in `bubble-1-3f2a9c04.js`.
fn module_of(name: &str) -> Option<(&'static str, &str)> {
    let prefix = MODULE_PREFIXES
        .into_iter()
        .find(|prefix| name.starts_with(prefix))?;
    let (version, hash) = name.strip_prefix(prefix)?.split_once('-')?;
    hash.ends_with(".js").then_some((prefix, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_page_gets_modules_that_work_with_it() {
        let name = |name: &str| (format!("{LOADER_FOLDER}{name}"), name.to_owned());
        let names = [
            "bubble-2-12345678.js",
            "interaction-2-abcd1234.js",
            "bubble-2-12345678.js.br",
        ];
        let modules = Modules::new(&Assets::from_files(names.map(name)));
        for (own, other) in [
            ("interaction-2-abcd1234.js", "interaction-2-zz-00000.js"),
            ("bubble-2-12345678.js", "bubble-2-zz-00000.js"),
        ] {
            for (asked, is_exact) in [(own, true), (other, false)] {
                let path = format!("loader/{own}");
                assert_eq!(modules.find(asked), Some(Module { path, is_exact }));
            }
        }
        for other in [
            "interaction-1-abcd1234.js",
            "bubble-1-12345678.js",
            "interaction-2-abcd1234",
            "interaction-2.js",
            "loader.js",
        ] {
            assert_eq!(modules.find(other), None, "{other}");
        }
    }
}
