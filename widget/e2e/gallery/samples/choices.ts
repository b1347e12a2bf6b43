import { asked, NEEDS_SCRIPTS, options, type SamplePage, text } from "../sample";

const PICTURE = (color: string) => `https://pictures.example/${color}.svg`;

/** Questions whose options are all in sight. */
export const CHOICES: SamplePage = {
  id: "choices",
  samples: [
    {
      id: "radio",
      question: {
        style: "radio",
        body: text(
          "How was your visit?",
          "Wie zufrieden waren Sie mit der Warteraumausstattung?",
          "كيف كانت زيارتك؟",
        ),
        options: options(
          text("Lovely", "Außergewöhnlich zufriedenstellend", "رائعة"),
          text("Just fine", "Zufriedenstellend", "جيدة"),
          text("Not so good", "Verbesserungswürdig", "ليست جيدة"),
        ),
      },
      keys: ["ArrowDown"],
      touch: [{ tap: "Just fine" }],
      answer: [{ option_id: "o-2" }],
      states: asked,
    },
    {
      id: "checklist",
      question: {
        style: "checklist",
        body: text(
          "What did you like?",
          "Was hat Ihnen an der Frühstücksbuffetzusammenstellung gefallen?",
          "ما الذي أعجبك؟",
        ),
        options: [
          ...options(
            text("The coffee", "Die Kaffeespezialitätenauswahl", "القهوة"),
            text("The place", "Die Innenraumgestaltung", "المكان"),
          ),
          {
            id: "o-else",
            key: "else",
            body: text("Something else", "Etwas anderes", "شيء آخر"),
            asksForText: true,
          },
          {
            id: "o-none",
            key: "none",
            body: text("None of these", "Nichts davon", "لا شيء مما ذكر"),
            isExclusive: true,
          },
        ],
      },
      keys: ["Space", "Tab", "Tab", "Space", "Tab", "type Music"],
      touch: [
        { tap: "The coffee" },
        { tap: "Something else" },
        { tap: "Something else: Please specify", role: "textbox" },
        { type: "Music" },
      ],
      answer: [{ option_id: "o-1" }, { option_id: "o-else", body: "Music" }],
      states: { ...asked, early: NEEDS_SCRIPTS },
    },
    {
      id: "radio-pictures",
      question: {
        style: "radio",
        body: text("Which room did you have?", "Welches Zimmer hatten Sie?", "أي غرفة كانت لك؟"),
        options: [
          text("Garden", "Gartenblickzimmer", "الحديقة"),
          text("Sea", "Meerblickzimmer", "البحر"),
          text("Town", "Innenstadtblickzimmer", "المدينة"),
        ].map((body, at) => ({
          id: `o-${at + 1}`,
          key: String(at + 1),
          body,
          imageUrl: PICTURE(["5b8c5a", "3a7ca5", "b5651d"][at] ?? ""),
        })),
      },
      keys: ["ArrowDown"],
      touch: [{ tap: "Sea" }],
      answer: [{ option_id: "o-2" }],
      states: asked,
    },
    {
      id: "gender",
      question: {
        style: "gender",
        body: text("Your gender", "Ihr Geschlecht", "جنسك"),
        options: options(
          text("Woman", "Frau", "امرأة"),
          text("Man", "Mann", "رجل"),
          text("I would rather not say", "Keine Angabe", "أفضل عدم القول"),
        ),
      },
      keys: ["Space"],
      touch: [{ tap: "Woman" }],
      answer: [{ option_id: "o-1" }],
      states: asked,
    },
  ],
};

/** Questions whose options open, or depend on another answer. */
export const LISTS: SamplePage = {
  id: "lists",
  samples: [
    {
      id: "dropdown",
      question: {
        style: "dropdown",
        body: text("Which branch?", "Welche Zweigniederlassung?", "أي فرع؟"),
        options: options(
          text("Harbor", "Hafenverwaltungsgebäude", "الميناء"),
          text("Old town", "Altstadtfußgängerzone", "البلدة القديمة"),
          text("Airport", "Flughafenabfertigungshalle", "المطار"),
        ),
      },
      keys: ["ArrowDown", "ArrowDown"],
      touch: [{ select: "Old town" }],
      answer: [{ option_id: "o-2" }],
      states: asked,
    },
    {
      id: "dropdown-searched",
      question: {
        style: "dropdown",
        body: text("Which city?", "Welche Stadt?", "أي مدينة؟"),
        options: options(
          "Adana",
          "Ankara",
          "Antalya",
          "Bursa",
          "Diyarbakır",
          "Edirne",
          "Eskişehir",
          "Gaziantep",
          "Istanbul",
          "Izmir",
          "Konya",
          "Mersin",
          "Trabzon",
          "Van",
        ),
      },
      keys: ["type izm", "Enter"],
      touch: [
        { tap: "Which city?", role: "combobox" },
        { tap: "Izmir", role: "option" },
      ],
      answer: [{ option_id: "o-10" }],
      states: { ...asked, early: NEEDS_SCRIPTS },
    },
    {
      id: "dropdown-several",
      question: {
        style: "dropdown",
        isMultiSelect: true,
        body: text("Which ones have you seen?", "Welche davon haben Sie besichtigt?", "أيها زرت؟"),
        options: options(
          "Adana",
          "Ankara",
          "Antalya",
          "Bursa",
          "Diyarbakır",
          "Edirne",
          "Eskişehir",
          "Gaziantep",
          "Istanbul",
          "Izmir",
          "Konya",
          "Mersin",
          "Trabzon",
          "Van",
        ),
      },
      keys: ["type ank", "Enter", "type van", "Enter", "Escape"],
      touch: [
        { tap: "Which ones have you seen?", role: "combobox" },
        { tap: "Ankara", role: "option" },
        { tap: "Van", role: "option" },
        { tapOutside: true },
      ],
      answer: [{ option_id: "o-2" }, { option_id: "o-14" }],
      states: { ...asked, early: NEEDS_SCRIPTS },
    },
    {
      id: "dynamic_multiple_choice",
      question: {
        style: "dynamic_multiple_choice",
        body: text("Which delivery?", "Welche Lieferungsart?", "أي توصيل؟"),
        options: options(
          text("To your door", "Haustürzustellung", "إلى الباب"),
          text("To a shop", "Filialabholung", "إلى متجر"),
        ),
      },
      keys: ["ArrowDown"],
      touch: [{ tap: "To a shop" }],
      answer: [{ option_id: "o-2" }],
      states: asked,
    },
    {
      id: "dynamic_multiple_choice-none",
      question: {
        style: "dynamic_multiple_choice",
        isRequired: false,
        body: text("Which offer?", "Welches Sonderangebot?", "أي عرض؟"),
        options: [{ id: "o-1", key: "1", body: "Gone", isVisible: false }],
      },
      keys: [],
      touch: [],
      answer: [],
      states: {
        ...asked,
        answered: { none: "There is nothing to choose." },
        early: { none: "There is nothing to choose." },
        error: { none: "There is nothing to choose." },
        loading: { none: "Options arrive with the answer that they depend on." },
      },
    },
    {
      id: "dynamic_multiple_value",
      question: {
        style: "dynamic_multiple_value",
        body: text(
          "Which items arrived broken?",
          "Welche Artikel waren beschädigt?",
          "أي المنتجات وصلت مكسورة؟",
        ),
        options: options(
          text("The cup", "Die Kaffeetasse", "الفنجان"),
          text("The saucer", "Die Untertasse", "الصحن"),
        ),
      },
      keys: ["Space", "Tab", "Space"],
      touch: [{ tap: "The cup" }, { tap: "The saucer" }],
      answer: [{ option_id: "o-1" }, { option_id: "o-2" }],
      states: asked,
    },
    {
      id: "ranking",
      question: {
        style: "ranking",
        body: text("What matters most?", "Was ist Ihnen am wichtigsten?", "ما الأهم؟"),
        options: options(
          text("Price", "Preisgestaltung", "السعر"),
          text("Taste", "Geschmacksrichtungsvielfalt", "المذاق"),
          text("Place", "Räumlichkeitenausstattung", "المكان"),
        ),
      },
      // Each press gives the next place and moves the focus on; the last one goes up by an arrow key.
      keys: ["Enter", "Enter", "Enter", "ArrowUp"],
      touch: [
        { tap: "Price", role: "button" },
        { tap: "Taste", role: "button" },
        { tap: "Place", role: "button" },
        { drag: "Place", to: "Taste" },
      ],
      answer: [
        { option_id: "o-1", ranking: 1 },
        { option_id: "o-3", ranking: 2 },
        { option_id: "o-2", ranking: 3 },
      ],
      states: { ...asked, early: NEEDS_SCRIPTS },
    },
  ],
};
