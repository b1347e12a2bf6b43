//! Free texts that ask for contacts or card numbers, which the server then stores as they are.

use super::super::findings::{Findings, Pointers};
use crate::codes::UNMASKED_PERSONAL_DATA;
use crate::flow::model::Flow;
use crate::platform::PlatformRef;
use crate::question::{Question, Style};

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        let Some(question) = element.question.as_deref() else {
            continue;
        };
        let is_free_text = matches!(question.answer_style(), Style::Text | Style::Textarea);
        if !is_free_text || question.hide_personal_data {
            continue;
        }
        let Some((kind, instead)) = asked_for(question, platform) else {
            continue;
        };
        let message = format!("asks for {kind} in a free text, which is stored as it is: {instead}");
        findings
            .add(
                &UNMASKED_PERSONAL_DATA,
                format_args!("{pointer}/question"),
                message,
            )
            .with("data", kind);
    }
}

const USE_EMAIL: &str = "use the style `email`, or mask it with `hidePersonalData`";
const USE_PHONE: &str = "use the style `phone_number`, or mask it with `hidePersonalData`";
const MASK: &str = "mask it with `hidePersonalData`";

/// What a question asks for if its text has one of these, in lower case.
const CLUES: &[(&str, &str, &[&str])] = &[
    (
        "an e-mail address",
        USE_EMAIL,
        &[
            "e-mail",
            "email",
            "e-posta",
            "eposta",
            "courriel",
            "correo electrónico",
            "e-mailadres",
            "почт",
            "البريد",
            "メールアドレス",
            "邮箱",
            "이메일",
        ],
    ),
    (
        "a phone number",
        USE_PHONE,
        &[
            "phone number",
            "telephone",
            "mobile number",
            "cell number",
            "telefon numara",
            "telefonnummer",
            "handynummer",
            "numéro de téléphone",
            "número de teléfono",
            "numero di telefono",
            "número de telefone",
            "telefoonnummer",
            "номер телефона",
            "رقم الهاتف",
            "電話番号",
            "电话号码",
            "전화번호",
        ],
    ),
    (
        "a card number",
        MASK,
        &[
            "card number",
            "credit card",
            "kart numara",
            "kredi kart",
            "kreditkart",
            "kartennummer",
            "numéro de carte",
            "carte bancaire",
            "número de tarjeta",
            "tarjeta de crédito",
            "numero della carta",
            "número do cartão",
            "creditcardnummer",
            "номер карты",
            "رقم البطاقة",
            "カード番号",
            "卡号",
            "카드 번호",
        ],
    ),
];

/// Returns what the question's texts ask for, and what to do instead.
fn asked_for(question: &Question, platform: PlatformRef) -> Option<(&'static str, &'static str)> {
    let texts = [&question.body, &question.placeholder];
    let texts: Vec<String> = texts
        .iter()
        .flat_map(|texts| texts.iter())
        .map(|(_, text)| platform.lower_case(text))
        .collect();
    let is_asked = |clue: &str| texts.iter().any(|text| contains(text, clue));
    let found = CLUES
        .iter()
        .find(|(_, _, clues)| clues.iter().any(|clue| is_asked(clue)));
    found.map(|(kind, instead, _)| (*kind, *instead))
}

/// Returns whether a text has a part. The standard library's search would take as much code as several checks.
fn contains(text: &str, part: &str) -> bool {
    let Some((first, others)) = part.as_bytes().split_first() else {
        return true;
    };
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| byte == first) {
        rest = rest.get(at + 1..).unwrap_or_default();
        if rest.starts_with(others) {
            return true;
        }
    }
    false
}
