import { asked, options, type SamplePage, text } from "../sample";

function statements(...bodies: ReturnType<typeof text>[]) {
  return bodies.map((body, at) => ({ key: `s-${at + 1}`, body }));
}

/** Questions with statements, each of which is answered. */
export const TABLES: SamplePage = {
  id: "tables",
  samples: [
    {
      id: "matrix",
      question: {
        style: "matrix",
        body: text("How were we?", "Wie beurteilen Sie unsere Dienstleistungsqualität?", "كيف كنا؟"),
        statements: statements(
          text("The welcome", "Empfangsfreundlichkeit", "الاستقبال"),
          text("The room", "Zimmerausstattung", "الغرفة"),
        ),
        options: options(
          text("Bad", "Unzureichend", "سيئ"),
          text("Fair", "Befriedigend", "مقبول"),
          text("Good", "Gut", "جيد"),
          text("Excellent", "Außergewöhnlich", "ممتاز"),
        ),
      },
      keys: ["ArrowDown", "Tab", "Space"],
      touch: [
        { tap: "Fair", group: "The welcome" },
        { tap: "Bad", group: "The room" },
      ],
      answer: [
        { question_id: "matrix-s-1", option_id: "o-2" },
        { question_id: "matrix-s-2", option_id: "o-1" },
      ],
      states: asked,
    },
    {
      id: "matrix-several",
      question: {
        style: "matrix",
        isMultiSelect: true,
        body: text("What did you use?", "Was haben Sie genutzt?", "ماذا استخدمت؟"),
        statements: statements(
          text("In the morning", "Vormittags", "صباحا"),
          text("In the evening", "Abends", "مساء"),
        ),
        options: options(
          text("Pool", "Schwimmbad", "المسبح"),
          text("Sauna", "Sauna", "الساونا"),
          text("Gym", "Krafttrainingsraum", "الصالة"),
        ),
      },
      keys: ["Space", "Tab", "Space", "Tab", "Tab", "Space"],
      touch: [
        { tap: "Pool", group: "In the morning" },
        { tap: "Sauna", group: "In the morning" },
        { tap: "Pool", group: "In the evening" },
      ],
      answer: [
        { question_id: "matrix-several-s-1", option_id: "o-1" },
        { question_id: "matrix-several-s-1", option_id: "o-2" },
        { question_id: "matrix-several-s-2", option_id: "o-1" },
      ],
      states: asked,
    },
    {
      id: "matrix-maxdiff",
      question: {
        style: "matrix",
        extra: { matrix_question_type: "maxdiff" },
        body: text(
          "Which matters most to you, and which least?",
          "Was ist Ihnen am wichtigsten, und was am unwichtigsten?",
          "ما الأهم لديك وما الأقل أهمية؟",
        ),
        statements: statements(
          text("The price", "Preisgestaltung", "السعر"),
          text("The taste", "Geschmacksrichtungsvielfalt", "المذاق"),
          text("The place", "Räumlichkeitenausstattung", "المكان"),
        ),
        options: options(text("Most", "Am wichtigsten", "الأهم"), text("Least", "Am unwichtigsten", "الأقل")),
      },
      keys: ["Space", "Tab", "ArrowDown"],
      touch: [
        { tap: "Most: The price", role: "radio" },
        { tap: "Least: The taste", role: "radio" },
      ],
      answer: [
        { question_id: "matrix-maxdiff-s-1", option_id: "o-1" },
        { question_id: "matrix-maxdiff-s-2", option_id: "o-2" },
      ],
      states: asked,
    },
    {
      id: "matrix-conjoint",
      question: {
        style: "matrix",
        extra: { matrix_question_type: "conjoint" },
        body: text(
          "Which card would you take?",
          "Welche Kundenbindungskarte würden Sie nehmen?",
          "أي بطاقة تختار؟",
        ),
        statements: [
          {
            key: "s-1",
            body: text("Set 1", "Gegenüberstellung 1", "المجموعة 1"),
            options: options(
              text(
                "Small card\nPrice: 10 €\nCups: 5",
                "Kleine Karte\nJahresmitgliedschaftsbeitrag: 10 €\nTassen: 5",
                "بطاقة صغيرة\nالسعر: 10 €\nأكواب: 5",
              ),
              text(
                "Large card\nPrice: 18 €\nCups: 10",
                "Große Karte\nJahresmitgliedschaftsbeitrag: 18 €\nTassen: 10",
                "بطاقة كبيرة\nالسعر: 18 €\nأكواب: 10",
              ),
            ),
          },
        ],
      },
      keys: ["ArrowDown"],
      touch: [{ tap: "Large card" }],
      answer: [{ question_id: "matrix-conjoint-s-1", option_id: "o-2" }],
      states: asked,
    },
  ],
};
