/** What visitors of different languages type, on the keyboards that they have. */
export interface Visitor {
  /** Of the browser. */
  locale: string;
  direction: "ltr" | "rtl";
  word: string;
  story: string;
  cost: string;
  age: string;
  day: string;
  /** The day's order, in the letters of the language. */
  dayFormat: string;
  phone: string;
  visits: string;
  given: string;
  family: string;
  /** The digits that the keyboard gives. */
  digits: string;
}

const LATIN = "0123456789";
const ARABIC = "٠١٢٣٤٥٦٧٨٩";
const FULL_WIDTH = "０１２３４５６７８９";

export const VISITORS: Record<string, Visitor> = {
  en: {
    locale: "en-US",
    direction: "ltr",
    word: "cozy",
    story: "Nothing but\ngood coffee",
    cost: "42.5",
    age: "34",
    day: "11/21/2026",
    dayFormat: "MM/DD/YYYY",
    phone: "0532 123 45 67",
    visits: "12",
    given: "Ada",
    family: "Smith",
    digits: LATIN,
  },
  tr: {
    locale: "tr-TR",
    direction: "ltr",
    word: "ışıl ışıl",
    story: "Güzel kahve,\nİyi insanlar",
    cost: "42,5",
    age: "34",
    day: "21.11.2026",
    dayFormat: "GG.AA.YYYY",
    phone: "0532 123 45 67",
    visits: "12",
    given: "Ayşe",
    family: "Yılmaz",
    digits: LATIN,
  },
  de: {
    locale: "de-DE",
    direction: "ltr",
    word: "gemütlich",
    story: "Schöner Kaffee,\nnette Leute",
    cost: "42,5",
    age: "34",
    day: "21.11.2026",
    dayFormat: "TT.MM.JJJJ",
    phone: "0532 123 45 67",
    visits: "12",
    given: "Jörg",
    family: "Weiß",
    digits: LATIN,
  },
  ar: {
    locale: "ar-EG",
    direction: "rtl",
    word: "مكان رائع",
    story: "قهوة جيدة،\nوناس طيبون",
    cost: "٤٢٫٥",
    age: "٣٤",
    day: "٢١/١١/٢٠٢٦",
    dayFormat: "يي/شش/سسسس",
    phone: "٠٥٣٢ ١٢٣ ٤٥ ٦٧",
    visits: "١٢",
    given: "ليلى",
    family: "حسن",
    digits: ARABIC,
  },
  he: {
    locale: "he-IL",
    direction: "rtl",
    word: "נעים מאוד",
    story: "קפה טוב,\nאנשים נחמדים",
    cost: "42.5",
    age: "34",
    day: "21.11.2026",
    dayFormat: "יי.חח.שששש",
    phone: "0532 123 45 67",
    visits: "12",
    given: "נועה",
    family: "כהן",
    digits: LATIN,
  },
  ja: {
    locale: "ja-JP",
    direction: "ltr",
    word: "居心地が良い",
    story: "おいしいコーヒーと、\n親切なスタッフ",
    cost: "４２．５",
    age: "３４",
    day: "２０２６／１１／２１",
    dayFormat: "YYYY/MM/DD",
    phone: "０５３２－１２３－４５６７",
    visits: "１２",
    given: "花子",
    family: "山田",
    digits: FULL_WIDTH,
  },
  "zh-hans": {
    locale: "zh-CN",
    direction: "ltr",
    word: "很舒服",
    story: "咖啡很好，\n服务也很好",
    cost: "42.5",
    age: "34",
    day: "2026年11月21日",
    dayFormat: "YYYY/MM/DD",
    phone: "0532 123 45 67",
    visits: "12",
    given: "伟",
    family: "王",
    digits: LATIN,
  },
};
