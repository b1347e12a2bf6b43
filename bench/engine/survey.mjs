// The questionnaire that all contenders get, in a neutral format. Each contender's file converts it.
//
// It has ten questions per page. Every second one is a text question that appears if the one before it is answered with
// "bad". If the last two choice questions are answered with "bad", the next page is skipped. Choice questions are
// required. Texts are in two languages and of realistic length, and ids are UUIDs, as in real flows.
import { createHash } from "node:crypto";

export const QUESTIONS_PER_PAGE = 10;

/** The choices of each choice question. */
const CHOICES = [
  { key: "good", label: { en: "Good, nothing to complain about", tr: "İyi, şikâyet edecek bir şey yok" } },
  { key: "fair", label: { en: "Fair, but there is room to improve", tr: "Orta, ama geliştirilebilir" } },
  { key: "bad", label: { en: "Bad, I expected more than that", tr: "Kötü, daha fazlasını beklerdim" } },
  {
    key: "very_bad",
    label: { en: "So bad that I do not want to come again", tr: "Tekrar gelmek istemeyeceğim kadar kötü" },
  },
  { key: "unknown", label: { en: "I cannot say", tr: "Bir şey diyemem" } },
];
/** The choice that shows the text question, and that skips the next page if it is chosen twice. */
export const UNHAPPY = "bad";
const HAPPY = "good";

const TOPICS = [
  { en: "the welcome at the entrance", tr: "girişteki karşılama" },
  { en: "the time you had to wait", tr: "beklemeniz gereken süre" },
  { en: "the advice of our staff", tr: "çalışanlarımızın verdiği bilgi" },
  { en: "the selection on the shelves", tr: "raflardaki ürün çeşitliliği" },
  { en: "the way back to the car park", tr: "otoparka dönüş yolu" },
];

/** @param {number} size the number of questions; a multiple of QUESTIONS_PER_PAGE. */
export function buildSurvey(size) {
  const pages = Array.from({ length: size / QUESTIONS_PER_PAGE }, (_, index) => buildPage(index));
  return { id: uuid(`survey ${size}`), title: `${size} questions`, pages };
}

function buildPage(index) {
  const first = index * QUESTIONS_PER_PAGE;
  const questions = [];
  for (let number = first; number < first + QUESTIONS_PER_PAGE; number += 2) {
    const topic = TOPICS[(number / 2) % TOPICS.length];
    const asked = choiceQuestion(number, topic);
    questions.push(asked, textQuestion(number + 1, topic, asked));
  }
  return {
    id: uuid(`page ${index}`),
    name: `page_${index}`,
    questions,
    skipsNextAfter: choices(questions).slice(-2),
  };
}

function choiceQuestion(number, topic) {
  return {
    ...identity(number),
    title: {
      en: `Thinking of your last visit, how was ${topic.en}? (${number + 1})`,
      tr: `Son ziyaretinizi düşündüğünüzde ${topic.tr} nasıldı? (${number + 1})`,
    },
    description: {
      en: "Choose what comes closest, even if it was not the same each time. You can change it until you send it off.",
      tr: "Her seferinde aynı olmasa da en yakın olanı seçin. Gönderene kadar değiştirebilirsiniz.",
    },
    isRequired: true,
    choices: CHOICES.map(({ key, label }) => ({ id: uuid(`choice ${number} ${key}`), key, label })),
  };
}

function textQuestion(number, topic, asked) {
  return {
    ...identity(number),
    title: {
      en: `We are sorry to hear that. What was wrong with ${topic.en}? (${number + 1})`,
      tr: `Bunu duyduğumuza üzüldük. Sorun neydi: ${topic.tr}? (${number + 1})`,
    },
    description: {
      en: "A sentence or two will do. Please leave out names and telephone numbers.",
      tr: "Bir iki cümle yeterlidir. Lütfen isim ve telefon numarası yazmayın.",
    },
    placeholder: {
      en: "What happened, and what should we have done instead?",
      tr: "Ne oldu, bunun yerine ne yapmalıydık?",
    },
    isRequired: false,
    maxLength: 1000,
    shownBy: asked,
  };
}

function identity(number) {
  return { id: uuid(`question ${number}`), elementId: uuid(`element ${number}`), name: `question_${number}` };
}

/** Returns the choice questions of a page, which are always visible. */
export function choices(questions) {
  return questions.filter((question) => question.choices);
}

/** Returns the answers of a happy visitor on these pages: pairs of a question and one of its choices. */
export function happyAnswers(pages) {
  return pages
    .flatMap(({ questions }) => choices(questions))
    .map((question) => [question, choiceOf(question, HAPPY)]);
}

/** Returns the measured answer on a page, which alternates between happy and unhappy from round to round. */
export function measuredAnswer(page, round) {
  const [question] = page.questions;
  return [question, choiceOf(question, round % 2 ? HAPPY : UNHAPPY)];
}

function choiceOf(question, key) {
  return question.choices.find((choice) => choice.key === key);
}

/** Returns a UUID that depends only on the seed. */
function uuid(seed) {
  const hex = createHash("sha256").update(seed).digest("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
