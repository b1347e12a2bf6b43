import { read, type SamplePage, type Shown, text } from "../sample";

const BUTTON = {
  ...read,
  answered: { none: "It takes no answer." },
  disabled: { none: "It can be pressed at any time, and says then what is missing." },
  loading: { holds: "/v1/feedbacks", keys: ["Enter"] } as Shown,
};

/** What is read or pressed. */
export const ELEMENTS: SamplePage = {
  id: "elements",
  samples: [
    {
      id: "label",
      element: {
        type: "label",
        body: text(
          "Welcome to our survey",
          "Willkommen zur Kundenzufriedenheitsbefragung",
          "أهلا بك في استبياننا",
        ),
      },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "plain",
      question: {
        style: "plain",
        isRequired: false,
        body: text(
          "It takes two minutes, and nobody sees your name.",
          "Sie dauert zwei Minuten, und niemand sieht Ihren Namen.",
          "يستغرق دقيقتين ولا يرى أحد اسمك.",
        ),
      },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "link",
      question: { style: "link", isRequired: false, body: "https://example.com/privacy" },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "gauge",
      element: {
        type: "gauge",
        value: 72,
        body: text("Satisfied visitors", "Zufriedene Besucherinnen und Besucher", "زوار راضون"),
      },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "random",
      question: {
        style: "random",
        isRequired: false,
        body: "Group",
        options: [{ id: "o-1", key: "a", body: "A" }],
      },
      keys: [],
      touch: [],
      answer: [{ option_id: "o-1" }],
      states: {
        empty: { none: "The visitor sees nothing: the session's seed selects the option." },
        answered: { none: "The visitor sees nothing." },
        early: { none: "The visitor sees nothing." },
        error: { none: "The visitor sees nothing." },
        disabled: { none: "The visitor sees nothing." },
        loading: { none: "The visitor sees nothing." },
        narrow: { none: "The visitor sees nothing." },
        rtl: { none: "The visitor sees nothing." },
        dark: { none: "The visitor sees nothing." },
      },
    },
    {
      id: "button_link",
      element: {
        type: "button_link",
        url: "https://example.com/menu",
        body: text("See our menu", "Speisekartenübersicht ansehen", "شاهد قائمتنا"),
      },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "next_page-skip",
      element: { type: "next_page", isSkip: true, body: text("Skip", "Überspringen", "تخطي") },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "footer",
      element: {
        type: "footer",
        body: text(
          "Fener Coffee, 1 Harbor Road",
          "Kaffeeröstereibetriebsgesellschaft, Hafenstraße 1",
          "مقهى فنر، طريق الميناء 1",
        ),
      },
      keys: [],
      touch: [],
      answer: [],
      states: read,
    },
    {
      id: "next_page",
      element: { type: "next_page", body: text("Next", "Weiter", "التالي") },
      keys: [],
      touch: [],
      answer: [],
      states: BUTTON,
    },
    {
      id: "submit",
      element: { type: "submit", body: text("Send", "Absenden", "إرسال") },
      keys: [],
      touch: [],
      answer: [],
      states: BUTTON,
    },
  ],
};
