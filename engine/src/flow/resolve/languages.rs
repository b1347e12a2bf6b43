//! Resolves the flow's default language.

use super::location::Location;
use super::resolver::Resolver;
use crate::flow::model::Flow;

impl Resolver<'_> {
    pub(super) fn resolve_languages(&mut self, flow: &mut Flow, default: Option<&str>) {
        for (l, language) in flow.languages.iter().enumerate() {
            let at = Location::of_flow("languages").item(l);
            let mut earlier = flow.languages.iter().take(l);
            if earlier.clone().any(|other| other.code == language.code) {
                self.duplicate(&at.field("code"), "is the code of two languages", &language.code);
            }
            if earlier.any(|other| other.id == language.id) {
                self.duplicate(&at.field("id"), "is the id of two languages", &language.id);
            }
        }
        let Some(name) = default else { return };
        flow.default_language = flow.find_language(name);
        if flow.default_language.is_none() {
            let at = Location::of_flow("defaultLanguageId");
            self.error(&at, "is not one of the flow's languages", name);
        }
    }
}
