//! What the engine needs of the browser: its platform, and memory. See docs/engine.md#patterns-and-the-platform.

use engine::{LocalForm, Platform, PlatformRef, SortedMap};
use js_sys::{Number, RegExp};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(module = "/src/localize.js")]
extern "C" {
    fn localize(language: &str, form: u8, value: &str) -> String;
}

/// Uses the page's `RegExp`, `Number`, `String` and `Intl`.
struct Browser {
    compiled: RefCell<SortedMap<RegExp>>,
}

thread_local! {
    /// Leaked once: the platform outlives all sessions of the page.
    static BROWSER: PlatformRef = Box::leak(Box::new(Browser { compiled: RefCell::new(SortedMap::new()) }));
}

/// Returns the page's platform.
pub fn platform() -> PlatformRef {
    BROWSER.with(|browser| *browser)
}

impl Platform for Browser {
    fn is_match(&self, pattern: &str, text: &str) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        if let Some(regexp) = compiled.get(pattern) {
            return regexp.test(text);
        }
        // `iu` folds case as the server's matcher does. Without `g` a test keeps no state.
        let regexp = RegExp::new(pattern, "iu");
        let matches = regexp.test(text);
        compiled.insert(pattern, regexp);
        matches
    }

    fn parse_decimal(&self, digits: &str) -> f64 {
        Number::parse_float(digits)
    }

    fn format_number(&self, number: f64) -> String {
        // Base 10 is in range, so this cannot fail.
        Number::from(number)
            .to_string_with_radix(10)
            .map(String::from)
            .unwrap_or_default()
    }

    fn localize(&self, language: &str, form: LocalForm, value: &str) -> String {
        localize(language, form as u8, value)
    }

    #[cfg(feature = "check")]
    fn lower_case(&self, text: &str) -> String {
        // A call of the browser takes longer than most checks.
        if text.is_ascii() {
            return text.to_ascii_lowercase();
        }
        js_sys::JsString::from(text).to_lower_case().into()
    }

    #[cfg(feature = "check")]
    fn upper_case(&self, text: &str) -> String {
        if text.is_ascii() {
            return text.to_ascii_uppercase();
        }
        js_sys::JsString::from(text).to_upper_case().into()
    }
}
