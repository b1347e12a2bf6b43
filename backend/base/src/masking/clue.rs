//! Words that announce a kind of number.

/// The kind of number that the preceding words announce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    None,
    Passport,
    Phone,
    SocialSecurity,
}

/// For each kind, words that announce it, and prefixes of such words, because Turkish and German add suffixes.
const ANNOUNCING: [(Clue, &[&str], &[&str]); 3] = [
    (Clue::Passport, &[], PASSPORT),
    (Clue::Phone, PHONE_WORDS, PHONE),
    (Clue::SocialSecurity, &["ssn", "social"], &[]),
];
#[rustfmt::skip]
const PASSPORT: &[&str] = &[
    "passport", "pasaport", "passeport", "passaport", "reisepass", "paspoort", "paszport", "паспорт",
];
#[rustfmt::skip]
const PHONE: &[&str] = &[
    "telefon", "telefoon", "teléfono", "telephone", "téléphone", "phone", "mobil", "móvil", "handynummer",
    "whatsapp", "телефон",
];
const PHONE_WORDS: &[&str] = &["tel", "tlf", "gsm", "cep", "cell", "fax", "call", "handy", "тел"];
/// Words that may stand between the announcement and the number: "passport no. is", "telefon numaram".
#[rustfmt::skip]
const BETWEEN: &[&str] = &[
    "no", "nr", "num", "number", "numbers", "numéro", "número", "numero", "nummer", "numara", "numaram",
    "numaramız", "numarası", "numaraları", "security", "номер", "is", "ist", "est", "es", "and", "und", "et", "y",
    "ve",
];

/// Maximum length of an announcing word with its suffixes.
const MAX_LENGTH: usize = 24;

impl Clue {
    /// Returns the clue after `word`.
    pub(super) fn after(self, word: &[char]) -> Self {
        if word.len() > MAX_LENGTH || !word.iter().all(|c| c.is_alphabetic()) {
            return Self::None;
        }
        let word: String = word.iter().flat_map(|c| c.to_lowercase()).collect();
        let announced = ANNOUNCING.iter().find(|(_, words, beginnings)| {
            words.contains(&word.as_str()) || beginnings.iter().any(|beginning| word.starts_with(beginning))
        });
        match announced {
            Some((clue, ..)) => *clue,
            None if BETWEEN.contains(&word.as_str()) => self,
            None => Self::None,
        }
    }
}
