//! Words that other products show by themselves and flows write out, in the languages of the widget.

use crate::text::{Text, code};

#[derive(Clone, Copy)]
pub(crate) enum Word {
    Next,
    Yes,
    No,
    Other,
}

/// Returns a word in these languages, in English where there is none.
pub(crate) fn word(word: Word, languages: &[String]) -> Text {
    let column = |row: &[&'static str; 5]| match word {
        Word::Next => row[1],
        Word::Yes => row[2],
        Word::No => row[3],
        Word::Other => row[4],
    };
    let mut text = Text::default();
    for language in languages {
        let language = code(language);
        let base = language.split('-').next().unwrap_or_default();
        let found = |name: &str| WORDS.iter().find(|row| row[0] == name);
        if let Some(row) = found(&language).or_else(|| found(base)) {
            text.set(&language, column(row));
        }
    }
    if text.is_empty() {
        text.set(languages.first().map_or("", String::as_str), column(&WORDS[0]));
    }
    text
}

/// The code of a language, and the words in it.
const WORDS: [[&str; 5]; 57] = [
    ["en", "Next", "Yes", "No", "Other"],
    ["ar", "التالي", "نعم", "لا", "أخرى"],
    ["az", "Növbəti", "Bəli", "Xeyr", "Digər"],
    ["bg", "Напред", "Да", "Не", "Друго"],
    ["bn", "পরবর্তী", "হ্যাঁ", "না", "অন্যান্য"],
    ["bs", "Dalje", "Da", "Ne", "Drugo"],
    ["ca", "Següent", "Sí", "No", "Altres"],
    ["cs", "Další", "Ano", "Ne", "Jiné"],
    ["da", "Næste", "Ja", "Nej", "Andet"],
    ["de", "Weiter", "Ja", "Nein", "Anderes"],
    ["el", "Επόμενο", "Ναι", "Όχι", "Άλλο"],
    ["es-es", "Siguiente", "Sí", "No", "Otro"],
    ["es", "Siguiente", "Sí", "No", "Otro"],
    ["et", "Edasi", "Jah", "Ei", "Muu"],
    ["fa", "بعدی", "بله", "خیر", "سایر"],
    ["fi", "Seuraava", "Kyllä", "Ei", "Muu"],
    ["fr-ca", "Suivant", "Oui", "Non", "Autre"],
    ["fr", "Suivant", "Oui", "Non", "Autre"],
    ["he", "הבא", "כן", "לא", "אחר"],
    ["hi", "आगे", "हाँ", "नहीं", "अन्य"],
    ["hr", "Dalje", "Da", "Ne", "Drugo"],
    ["hu", "Tovább", "Igen", "Nem", "Egyéb"],
    ["hy", "Հաջորդը", "Այո", "Ոչ", "Այլ"],
    ["id", "Berikutnya", "Ya", "Tidak", "Lainnya"],
    ["is", "Næst", "Já", "Nei", "Annað"],
    ["it", "Avanti", "Sì", "No", "Altro"],
    ["ja", "次へ", "はい", "いいえ", "その他"],
    ["ka", "შემდეგი", "დიახ", "არა", "სხვა"],
    ["kk", "Келесі", "Иә", "Жоқ", "Басқа"],
    ["ko", "다음", "예", "아니요", "기타"],
    ["lt", "Toliau", "Taip", "Ne", "Kita"],
    ["lv", "Tālāk", "Jā", "Nē", "Cits"],
    ["mk", "Следно", "Да", "Не", "Друго"],
    ["ms", "Seterusnya", "Ya", "Tidak", "Lain-lain"],
    ["nb", "Neste", "Ja", "Nei", "Annet"],
    ["nl", "Volgende", "Ja", "Nee", "Anders"],
    ["pl", "Dalej", "Tak", "Nie", "Inne"],
    ["pt-br", "Próxima", "Sim", "Não", "Outro"],
    ["pt", "Seguinte", "Sim", "Não", "Outro"],
    ["ro", "Înainte", "Da", "Nu", "Altele"],
    ["ru", "Далее", "Да", "Нет", "Другое"],
    ["sk", "Ďalej", "Áno", "Nie", "Iné"],
    ["sl", "Naprej", "Da", "Ne", "Drugo"],
    ["sq", "Tjetra", "Po", "Jo", "Tjetër"],
    ["sr", "Даље", "Да", "Не", "Друго"],
    ["sv", "Nästa", "Ja", "Nej", "Annat"],
    ["sw", "Endelea", "Ndiyo", "Hapana", "Nyingine"],
    ["ta", "அடுத்து", "ஆம்", "இல்லை", "மற்றவை"],
    ["th", "ถัดไป", "ใช่", "ไม่", "อื่นๆ"],
    ["tl", "Susunod", "Oo", "Hindi", "Iba pa"],
    ["tr", "İleri", "Evet", "Hayır", "Diğer"],
    ["uk", "Далі", "Так", "Ні", "Інше"],
    ["ur", "اگلا", "جی ہاں", "نہیں", "دیگر"],
    ["uz", "Keyingi", "Ha", "Yo‘q", "Boshqa"],
    ["vi", "Tiếp theo", "Có", "Không", "Khác"],
    ["zh-hans", "下一题", "是", "否", "其他"],
    ["zh-tw", "下一題", "是", "否", "其他"],
];
