//! What the engine borrows from the browser.

use engine::{Pairs, Platform, PlatformRef};
use js_sys::{Number, RegExp};
use std::cell::RefCell;
use wasm_bindgen::JsValue;

/// `RegExp`, `Number` and `String` of the page's own JavaScript engine.
struct Browser {
    compiled: RefCell<Pairs<RegExp>>,
}

thread_local! {
    /// One for the life of the page: sessions come and go, their platform stays.
    static BROWSER: PlatformRef = Box::leak(Box::new(Browser { compiled: RefCell::new(Pairs::new()) }));
}

/// The page's platform.
pub(crate) fn platform() -> PlatformRef {
    BROWSER.with(|browser| *browser)
}

impl Platform for Browser {
    fn is_match(&self, pattern: &str, text: &str) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        if let Some(regexp) = compiled.get(pattern) {
            return regexp.test(text);
        }
        // `iu`: Unicode case folding, as the server's matcher does it; without `g` a test has no memory.
        let regexp = RegExp::new(pattern, "iu");
        let matches = regexp.test(text);
        compiled.insert(pattern, regexp);
        matches
    }

    fn number_from(&self, digits: &str) -> f64 {
        Number::from(JsValue::from_str(digits)).value_of()
    }

    fn text_from(&self, number: f64) -> String {
        String::from(js_sys::JsString::from(JsValue::from_f64(number)))
    }
}
