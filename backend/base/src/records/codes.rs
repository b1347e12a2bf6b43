//! The kinds of findings that only records other than flows have, and files (docs/check.md#codes). A code never changes its name.

use engine::Code;

macro_rules! codes {
    ($($constant:ident: $severity:ident $name:literal $meaning:literal)*) => {
        $(pub(super) const $constant: Code = Code::$severity($name, $meaning);)*

        /// All codes of this module, in the order of the documentation.
        pub const RECORD_CODES: &[Code] = &[$($constant),*];
    };
}

codes! {
    UNREADABLE_FILE: error "unreadable-file" "A file or folder is not there, cannot be read, or is not UTF-8."
    MISNAMED_FOLDER: error "misnamed-folder" "The name of a folder is a typing error away from one that is read."
    NO_RECORDS: error "no-records" "A folder has no records."
    BUBBLE_QUESTION: error "bubble-question" "The first question of a widget's flow cannot be asked beside the launcher."
    REDIRECT_HOST: error "redirect-host" "A flow leads to a host that its node does not allow."
    PRIVATE_ADDRESS: warning "private-address" "A connector's address is not https, so only some servers will call it."
    CODES_TO_ANY_COUNTRY: warning "codes-to-any-country" "A node sends verification codes to the numbers of any country."
    LOW_CONTRAST: warning "low-contrast" "Something can hardly be seen in its color."
    WITHOUT_EFFECT: warning "without-effect" "A field changes nothing beside the others."
    UNUSUAL_VALUE: warning "unusual-value" "A value is not one of those known, and counts as another one."
}
