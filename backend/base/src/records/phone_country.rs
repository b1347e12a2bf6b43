//! What a telephone number without a country code lacks (docs/widget.md#node-fields).

use serde::Serialize;
use utoipa::ToSchema;

/// How numbers of a country are dialed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct PhoneCountry {
    /// ISO 3166 code, in capitals.
    pub country: &'static str,
    /// The country's calling code, without `+`.
    pub calling_code: &'static str,
    /// What is dialed before a number within the country, and left out after the calling code; empty where nothing is.
    pub national_prefix: &'static str,
}

/// Returns how numbers of a country are dialed; `None` for what is no ISO 3166 code of a country with telephones.
pub(super) fn phone_country(country_code: &str) -> Option<PhoneCountry> {
    COUNTRIES.iter().find_map(|(national_prefix, countries)| {
        let mut countries = countries
            .split_whitespace()
            .filter_map(|entry| entry.split_once(':'));
        let (country, calling_code) = countries.find(|(code, _)| *code == country_code)?;
        Some(PhoneCountry {
            country,
            calling_code,
            national_prefix,
        })
    })
}

/// Returns the countries with a calling code, without `+`.
pub(super) fn countries_with_calling_code(calling_code: &str) -> Vec<&'static str> {
    let entries = COUNTRIES
        .iter()
        .flat_map(|(_, countries)| countries.split_whitespace());
    entries
        .filter_map(|entry| entry.split_once(':'))
        .filter(|(_, code)| *code == calling_code)
        .map(|(country, _)| country)
        .collect()
}

/// Calling codes by country, grouped by national prefix. From the numbering plans of the ITU.
const COUNTRIES: &[(&str, &str)] = &[
    (
        "",
        "AC:247 AD:376 AO:244 AW:297 BF:226 BH:973 BI:257 BJ:229 BN:673 BQ:599 BT:975 BW:267 BZ:501 CF:236 \
         CG:242 CI:225 CK:682 CL:56 CM:237 CR:506 CV:238 CW:599 CY:357 CZ:420 DJ:253 DK:45 EE:372 ES:34 \
         FJ:679 FK:500 FM:691 FO:298 GA:241 GI:350 GL:299 GM:220 GN:224 GQ:240 GR:30 GT:502 GW:245 GY:592 \
         HK:852 HN:504 HT:509 IO:246 IS:354 IT:39 KM:269 KW:965 LS:266 LU:352 LV:371 ML:223 MO:853 MR:222 \
         MT:356 MU:230 MV:960 MX:52 MZ:258 NC:687 NE:227 NF:672 NI:505 NO:47 NR:674 NU:683 OM:968 PA:507 \
         PF:689 PG:675 PL:48 PT:351 PW:680 QA:974 SB:677 SC:248 SG:65 SH:290 SJ:47 SM:378 SN:221 SR:597 \
         ST:239 SV:503 SZ:268 TA:290 TD:235 TG:228 TJ:992 TK:690 TL:670 TN:216 TO:676 TV:688 UZ:998 VA:39 \
         VU:678 WF:681 WS:685",
    ),
    (
        "0",
        "AE:971 AF:93 AL:355 AM:374 AR:54 AT:43 AU:61 AX:358 AZ:994 BA:387 BD:880 BE:32 BG:359 BL:590 BO:591 \
         BR:55 CC:61 CD:243 CH:41 CN:86 CO:57 CU:53 CX:61 DE:49 DZ:213 EC:593 EG:20 EH:212 ER:291 ET:251 \
         FI:358 FR:33 GB:44 GE:995 GF:594 GG:44 GH:233 GP:590 HR:385 ID:62 IE:353 IL:972 IM:44 IN:91 IQ:964 \
         IR:98 JE:44 JO:962 JP:81 KE:254 KG:996 KH:855 KI:686 KP:850 KR:82 LA:856 LB:961 LI:423 LK:94 LR:231 \
         LT:370 LY:218 MA:212 MC:377 MD:373 ME:382 MF:590 MG:261 MK:389 MM:95 MN:976 MQ:596 MW:265 MY:60 \
         NA:264 NG:234 NL:31 NP:977 NZ:64 PE:51 PH:63 PK:92 PM:508 PS:970 PY:595 RE:262 RO:40 RS:381 RW:250 \
         SA:966 SD:249 SE:46 SI:386 SK:421 SL:232 SO:252 SS:211 SY:963 TH:66 TR:90 TW:886 TZ:255 UA:380 \
         UG:256 UY:598 VE:58 VN:84 XK:383 YE:967 YT:262 ZA:27 ZM:260 ZW:263",
    ),
    ("06", "HU:36"),
    (
        "1",
        "AG:1 AI:1 AS:1 BB:1 BM:1 BS:1 CA:1 DM:1 DO:1 GD:1 GU:1 JM:1 KN:1 KY:1 LC:1 MH:692 MP:1 MS:1 PR:1 \
         SX:1 TC:1 TT:1 US:1 VC:1 VG:1 VI:1",
    ),
    ("8", "BY:375 KZ:7 RU:7 TM:993"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_have_a_calling_code_and_a_national_prefix() {
        for (country, expected) in [
            ("TR", Some(("90", "0"))),
            ("US", Some(("1", "1"))),
            ("IT", Some(("39", ""))),
            ("HU", Some(("36", "06"))),
            ("ZW", Some(("263", "0"))),
            ("tr", None),
            ("", None),
            ("XX", None),
        ] {
            let found = phone_country(country).map(|found| (found.calling_code, found.national_prefix));
            assert_eq!(found, expected, "{country}");
        }
    }
}
