//! `phone_number` and `phone_verification`: one phone number in E.164 format, such as `+905321234567`.

use super::response_items::body_item;
use crate::answer::{Answer, AnswerInput};
use crate::contact_text::contact_text;
use crate::feedback::ResponseItem;
use crate::message::{Message, MessageKey};
use crate::platform::Platform;
use crate::question::behavior::{AnswerBehavior, Behavior};
use crate::question::model::Question;

/// Number of digits, country code included (E.164).
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// The styles whose answer is a phone number.
pub(super) struct Phone {
    requires_verification: bool,
}

impl Phone {
    pub(super) const UNVERIFIED: Self = Self {
        requires_verification: false,
    };
    pub(super) const VERIFIED: Self = Self {
        requires_verification: true,
    };
}

impl Behavior for Phone {
    fn requires_verification(&self) -> bool {
        self.requires_verification
    }
}

#[cfg(feature = "session")]
impl AnswerBehavior for Phone {
    fn parse_answer(&self, _: &Question, input: &AnswerInput, _: Option<&Answer>) -> Option<Answer> {
        input.phone.as_deref().map(|phone| Answer::Phone(phone.into()))
    }

    fn validate(&self, _: &Question, answer: &Answer) -> Option<Message> {
        match answer {
            Answer::Phone(phone) if is_possible_number(&contact_text(phone)) => None,
            _ => Some(MessageKey::InvalidPhone.into()),
        }
    }

    fn build_items(&self, _: &Question, answer: &Answer, _: &dyn Platform) -> Vec<ResponseItem> {
        let Answer::Phone(phone) = answer else {
            return Vec::new();
        };
        body_item(contact_text(phone))
    }
}

/// Returns whether `text` has the format of E.164 and as many digits as numbers of its calling code may have. The set of
/// assigned numbers changes weekly, so nothing checks that a number exists.
fn is_possible_number(text: &str) -> bool {
    let Some((b'+', digits)) = text.as_bytes().split_first() else {
        return false;
    };
    // Bytes, since what `str` splits texts with is larger than the table.
    let mut groups = POSSIBLE_LENGTHS.as_bytes().split(|byte| *byte == b';');
    DIGITS.contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
        && groups.any(|group| {
            let mut words = group.split(|byte| *byte == b' ');
            let lengths = words.next().unwrap_or_default();
            // No calling code is the beginning of another one.
            words.filter_map(|code| digits.strip_prefix(code)).any(|number| {
                lengths
                    .iter()
                    .any(|letter| usize::from(letter - b'`') == number.len())
            })
        })
}

/// How many digits numbers have after their calling code, as libphonenumber knows it: groups of lengths, `a` for 1, and of
/// calling codes, of which no other has these lengths. `widget/src/engine/phoneLengths.test.ts` says when it has changed.
const POSSIBLE_LENGTHS: &str = "h 45 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389 505 509 973 993 800 808;i 33 \
     34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 590 594 596 992 994 995 998 979;hi 32 36 51 \
     213 224 233 237 250 258 264 268 377 382 387 591 962 963;g 238 239 246 248 269 291 297 592 673 674 680 691 692;gh \
     241 599 670 675 853 961 965 975;hij 20 60 855 856 964 970 976;gi 220 245 265 354 423;j 1 52 58 225 229;f 298 299 \
     672 687;ghi 231 385 967 968;ghij 84 243 254 353;ij 380 966 996 881;eg 676 677 678;fghij 48 95 880;fi 40 508 681;\
     ghijkl 86 972 882;ghj 230 267 372;hijkl 92 383 883;hj 378 506 850;hjk 57 65 977;e 500 682;efghij 27 64;efghijkl \
     358 971;efghijklm 43 49;efgj 98 685;eh 47 686;fghi 252 355;fghijk 375 595;fghijkl 39 381;fhi 376 689;gij 44 263;\
     gk 501 679;hijk 55 593;hijklm 81 91;hk 502 504;il 41 870;jkl 30 234;de 290;defg 690;defghijk 352;defghijkl 598;\
     dg 683;ef 247;efg 688;efgh 386;efghijk 31;efghijl 61;efghik 852;efhijklm 82;fg 597;fghijl 46;fghil 359;fghj 53;\
     fgi 421;fhijklm 63;ghijk 886;ghijklm 62;ghik 974;ghjk 507;ghk 503;gj 960;gjlm 90;hijm 66;ijk 56;ijkl 420;jk 54;\
     jn 7;k 888;l 878";

#[cfg(test)]
mod tests {
    use super::is_possible_number;

    #[test]
    fn accepts_numbers_of_a_possible_length_with_a_calling_code() {
        for good in [
            "+905321234567",
            "+904441234",
            "+4912345678",
            "+3725123456",
            "+12125550100",
            "+390612345678",
            "+2902345",
        ] {
            assert!(is_possible_number(good), "{good}");
        }
        for bad in [
            "",
            "+",
            "905321234567",
            "+0532123456",
            "+90 532 123",
            "+90532123",
            "+9053212345678",
            "+1212555010",
            "+121255501000",
            "+123456",
            "+1234567890123456",
            "+90532a23456",
            "+99912345678",
        ] {
            assert!(!is_possible_number(bad), "{bad}");
        }
    }
}
