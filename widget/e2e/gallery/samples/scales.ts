import { asked, NEEDS_FORMATS, type SamplePage, text } from "../sample";

/** Questions that are answered with a number on a scale. */
export const SCALES: SamplePage = {
  id: "scales",
  samples: [
    {
      id: "score",
      question: {
        style: "score",
        body: text(
          "How likely are you to recommend us to a friend or a colleague?",
          "Wie wahrscheinlich ist eine Weiterempfehlung an Arbeitskolleginnen?",
          "ما مدى احتمال أن توصي بنا صديقا أو زميلا؟",
        ),
        minLabel: text("Not at all likely", "Höchstunwahrscheinlich", "غير محتمل إطلاقا"),
        maxLabel: text("Extremely likely", "Höchstwahrscheinlich", "محتمل جدا"),
      },
      keys: ["Space", "ArrowDown", "ArrowDown"],
      touch: [{ tap: "2", role: "radio" }],
      answer: [{ body: "2" }],
      states: asked,
    },
    {
      id: "ces",
      question: {
        style: "ces",
        body: text(
          "It was easy to get help.",
          "Die Inanspruchnahme der Kundenunterstützung war unkompliziert.",
          "كان الحصول على المساعدة سهلا.",
        ),
        minLabel: text("Strongly disagree", "Stimme überhaupt nicht zu", "أعارض بشدة"),
        maxLabel: text("Strongly agree", "Stimme vollkommen zu", "أوافق بشدة"),
      },
      keys: ["ArrowDown"],
      touch: [{ tap: "2", role: "radio" }],
      answer: [{ body: "2" }],
      states: asked,
    },
    {
      id: "custom_score",
      question: {
        style: "custom_score",
        min: 1,
        max: 5,
        body: text("How clean was it?", "Wie sauber war es?", "كم كان نظيفا؟"),
        minLabel: text("Dirty", "Schmutzig", "متسخ"),
        maxLabel: text("Spotless", "Makellos", "نظيف جدا"),
      },
      keys: ["Space"],
      touch: [{ tap: "1, Dirty", role: "radio" }],
      answer: [{ body: "1" }],
      states: asked,
    },
    {
      id: "star",
      question: {
        style: "star",
        body: text("How was the coffee?", "Wie war der Kaffee?", "كيف كانت القهوة؟"),
        minLabel: text("Bad", "Ungenießbar", "سيئة"),
        maxLabel: text("Great", "Ausgezeichnet", "رائعة"),
      },
      keys: ["ArrowDown", "ArrowDown"],
      touch: [{ tap: "3 of 5", role: "radio" }],
      answer: [{ body: "3" }],
      states: asked,
    },
    {
      id: "star-halves",
      question: {
        style: "star",
        min: 0.5,
        step: 0.5,
        body: text("And the cake?", "Und der Kuchen?", "والكعك؟"),
      },
      keys: ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"],
      touch: [{ tap: "2.5 of 5", role: "radio" }],
      answer: [{ body: "2.5" }],
      states: { ...asked, early: NEEDS_FORMATS },
    },
    {
      id: "slider",
      question: {
        style: "slider",
        min: 0,
        max: 10,
        body: text("How warm was it?", "Wie warm war es?", "كم كان دافئا؟"),
        minLabel: text("Cold", "Tiefkühltemperatur", "بارد"),
        maxLabel: text("Hot", "Siedetemperatur", "حار"),
      },
      keys: ["ArrowUp", "ArrowUp"],
      touch: [{ slide: 0.7 }],
      answer: [{ body: "7" }],
      states: asked,
    },
  ],
};
