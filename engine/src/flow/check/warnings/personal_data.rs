//! Free texts that ask for contacts or card numbers, which the server then stores as they are.

use super::super::findings::{Findings, Pointers};
use crate::codes::UNMASKED_PERSONAL_DATA;
use crate::flow::model::Flow;
use crate::platform::PlatformRef;
use crate::question::{Question, Style};
use crate::texts::Texts;

pub(super) fn check(flow: &Flow, pointers: &Pointers, platform: PlatformRef, findings: &mut Findings) {
    let clues = clues_by_first();
    for (element, pointer) in flow.elements.iter().zip(&pointers.elements) {
        let Some(question) = element.question.as_deref() else {
            continue;
        };
        let is_free_text = matches!(question.answer_style(), Style::Text | Style::Textarea);
        if !is_free_text || question.hide_personal_data {
            continue;
        }
        let Some((kind, instead)) = asked_for(question, &clues, platform) else {
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

/// The clues by their first byte: which row of [`CLUES`] they are in, and their other bytes.
type CluesByFirst = Vec<Vec<(usize, &'static [u8])>>;

fn clues_by_first() -> CluesByFirst {
    let mut by_first = vec![Vec::new(); 256];
    for (row, (_, _, clues)) in CLUES.iter().enumerate() {
        for clue in *clues {
            let Some((first, others)) = clue.as_bytes().split_first() else {
                continue;
            };
            let of_first = by_first.get_mut(usize::from(*first));
            of_first.into_iter().for_each(|clues| clues.push((row, others)));
        }
    }
    by_first
}

/// Returns what the question's texts ask for, and what to do instead: of several things the first.
fn asked_for(
    question: &Question,
    clues: &CluesByFirst,
    platform: PlatformRef,
) -> Option<(&'static str, &'static str)> {
    let mut found = None;
    for (_, text) in [&question.body, &question.placeholder]
        .into_iter()
        .flat_map(Texts::iter)
    {
        let text = platform.lower_case(text);
        let mut rest = text.as_bytes();
        while let Some((first, others)) = rest.split_first() {
            for (row, clue) in clues.get(usize::from(*first)).into_iter().flatten() {
                if others.starts_with(clue) && found.is_none_or(|found| *row < found) {
                    found = Some(*row);
                }
            }
            rest = others;
        }
    }
    let (kind, instead, _) = CLUES.get(found?)?;
    Some((kind, instead))
}
