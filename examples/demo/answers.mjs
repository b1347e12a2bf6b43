// What visitors answer, flow by flow: the pages that they see, with the items of their answers.

const text = (question, body) => ({ question_id: question, body: String(body) });
const option = (question, id) => ({ question_id: question, option_id: id });
const page = (id, ...items) => ({ id, items: items.flat().filter(Boolean) });

/**
 * By the id of a flow what one visitor answers. A visitor has `chance`, `words` in their language, a `mood` (promoter, passive or
 * detractor), the `topic` that they would complain about, and an `email`. In `given` are the answers of those whose chat is told.
 */
export const ANSWERS = {
  "demo-flow": visit,
  "demo-widget-flow": shop,
  nps,
  csat,
  ces,
  website,
  employee,
  contact,
  event,
  churn,
};

/** A score from 0 to 10 that fits the mood. */
function score({ chance, mood }) {
  if (mood === "promoter") return chance.weighted({ 9: 5, 10: 6 });
  if (mood === "passive") return chance.weighted({ 7: 4, 8: 6 });
  return chance.weighted({ 0: 1, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 7 });
}

function stars({ chance, mood }) {
  if (mood === "promoter") return chance.weighted({ 4: 3, 5: 8 });
  return mood === "passive" ? chance.weighted({ 3: 1, 4: 5 }) : chance.weighted({ 1: 3, 2: 3, 3: 4 });
}

function visit(visitor) {
  const { chance, words, mood, topic } = visitor;
  const isGood = mood === "promoter" ? chance.happens(0.93) : mood === "passive" && chance.happens(0.45);
  const isBad = mood === "detractor" && chance.happens(0.72);
  const why = `${chance.pick(words.why[topic])} ${chance.pick(words.whyEndings)}`.trim();
  const pages = [
    page(
      "visit",
      chance.happens(0.7) && text("q-place", chance.weighted({ Karaköy: 5, Moda: 4, Balat: 3 })),
      option("q-mood", isGood ? "mood-good" : isBad ? "mood-bad" : "mood-fine"),
      isBad && chance.happens(0.78) && text("q-why", why),
    ),
  ];
  if (isGood) {
    const liked = { coffee: 0.75, people: 0.45, food: 0.35, place: 0.4, price: 0.12 };
    const chosen = chance.some(liked, 3);
    pages.push(
      page(
        "liked",
        chosen.map((id) => option("q-liked", `liked-${id}`)),
      ),
    );
  } else if (isBad) {
    const fix = chance.happens(0.85) ? topic : chance.weighted({ wait: 3, taste: 2, service: 2, clean: 1 });
    const order = chance.happens(0.6) && text("q-order", chance.pick(words.orders));
    pages.push(page("fix", option("q-fix", `fix-${fix}`), order));
  }
  const points = score(visitor);
  const improve = points < 7 && chance.happens(0.55) && text("q-improve", chance.pick(words.improve));
  pages.push(page("recommend", text("q-recommend", points), improve));
  pages.push(page("contact", chance.happens(isBad ? 0.25 : 0.06) && text("q-email", visitor.email)));
  return pages;
}

function shop({ chance, words, mood, given }) {
  const drawn = mood === "promoter" ? "found-yes" : mood === "passive" ? "found-some" : "found-no";
  const found = given?.found ?? drawn;
  const what = given?.what ?? (chance.happens(0.7) && chance.pick(words.looking));
  return [
    page("found", option("q-found", found), found !== "found-yes" && what && text("q-what", what)),
    page("talk", option("q-talk", given ? "talk-yes" : "talk-no")),
  ];
}

function nps(visitor) {
  const { chance, words, mood, email } = visitor;
  const pages = [page("score", text("q-recommend", score(visitor)))];
  if (mood === "promoter") {
    const loved = chance.some({ quality: 0.6, service: 0.5, ease: 0.4, price: 0.2, speed: 0.35 }, 3);
    const praise = chance.happens(0.45) && text("q-praise", chance.pick(words.praise));
    pages.push(
      page(
        "fans",
        loved.map((id) => option("q-love", id)),
        praise,
      ),
    );
  } else if (mood === "passive") {
    pages.push(page("neutral", chance.happens(0.6) && text("q-missing", chance.pick(words.missing))));
  } else {
    const reason = chance.weighted({ quality: 3, service: 4, ease: 2, price: 3, speed: 4 });
    const better = chance.happens(0.65) && text("q-better", chance.pick(words.better));
    const mayAsk = chance.happens(0.4);
    const contact = [option("q-contact", mayAsk ? "yes" : "no"), mayAsk && text("q-email", email)];
    pages.push(page("critics", option("q-reason", reason), better, contact));
  }
  return pages;
}

function csat(visitor) {
  const { chance, words, email } = visitor;
  const given = stars(visitor);
  const order = chance.happens(0.85) && text("q-order", `SC-${chance.between(20_400, 24_900)}`);
  const first = page("rating", order, text("q-satisfaction", given));
  if (Number(given) > 3) {
    const liked = chance.some({ product: 0.7, delivery: 0.5, packaging: 0.3, price: 0.25, shop: 0.3 }, 5);
    const note = chance.happens(0.4) && text("q-note", chance.pick(words.purchaseGood));
    return [
      first,
      page(
        "good",
        liked.map((id) => option("q-liked", id)),
        note,
      ),
    ];
  }
  const wrong = chance.some({ product: 0.4, delivery: 0.5, price: 0.2, shop: 0.15 }, 3);
  const details = chance.happens(0.75) && text("q-details", chance.pick(words.purchaseBad));
  const address = chance.happens(0.45) && text("q-email", email);
  return [
    first,
    page(
      "bad",
      wrong.map((id) => option("q-problem", id)),
      details,
      address,
    ),
  ];
}

function ces({ chance, words, mood, email, given }) {
  const drawn = mood === "promoter" ? { 6: 4, 7: 6 } : mood === "passive" ? { 4: 2, 5: 5 } : { 1: 2, 2: 3, 3: 4 };
  const easy = given?.easy ?? chance.weighted(drawn);
  const hard = Number(easy) < 5 ? chance.some({ find: 0.3, wait: 0.5, repeat: 0.4, unclear: 0.25 }, 4) : [];
  const solved = given?.solved ?? (mood === "detractor" ? chance.weighted({ partly: 3, no: 3, yes: 1 }) : "yes");
  const ticket = chance.happens(0.8) && text("q-ticket", chance.between(81_000, 88_000));
  const first = page(
    "effort",
    ticket,
    text("q-easy", easy),
    hard.map((id) => option("q-hard", id)),
    option("q-solved", solved),
  );
  if (solved === "yes") {
    return [first, page("words", chance.happens(0.4) && text("q-note", chance.pick(words.helpGood)))];
  }
  const how = given ? "chat" : chance.weighted({ email: 3, none: 2 });
  const left = text("q-left", given?.left ?? chance.pick(words.helpOpen));
  return [first, page("open", left, option("q-how", how), how === "email" && text("q-email", email))];
}

function website({ chance, words, mood, email }) {
  const kinds = {
    promoter: { praise: 5, idea: 3, question: 1 },
    passive: { idea: 4, question: 3, problem: 2 },
    detractor: { problem: 7, question: 1, idea: 1 },
  };
  const kind = chance.weighted(kinds[mood]);
  const said = { problem: words.siteProblem, idea: words.siteIdea, praise: words.sitePraise };
  const body = chance.pick(said[kind] ?? words.siteQuestion);
  return [
    page("feedback", option("q-kind", kind), text(`q-${kind}`, body)),
    page("answer", chance.happens(0.35) && text("q-email", email)),
  ];
}

function employee(visitor) {
  const { chance, words, mood } = visitor;
  const moods = {
    promoter: { great: 5, good: 4 },
    passive: { good: 5, mixed: 2 },
    detractor: { mixed: 4, bad: 3 },
  };
  const felt = chance.weighted(moods[mood]);
  const needsHelp = (felt === "mixed" || felt === "bad") && chance.happens(0.6);
  const agreement = mood === "promoter" ? { 4: 4, 5: 5 } : mood === "passive" ? { 3: 4, 4: 4 } : { 1: 2, 2: 4, 3: 3 };
  const statements = ["goals", "tools", "load", "heard", "praise", "growth"];
  return [
    page("week", option("q-mood", felt), needsHelp && text("q-support", chance.pick(words.support))),
    page(
      "work",
      statements.map((id) => option(`work-${id}`, chance.weighted(agreement))),
    ),
    page(
      "recommend",
      text("q-recommend", score(visitor)),
      chance.happens(0.5) && text("q-one-thing", chance.pick(words.oneThing)),
      chance.happens(0.45) && text("q-proud", chance.pick(words.proud)),
    ),
  ];
}

function contact({ chance, words, name, email, given }) {
  const topic = given?.topic ?? chance.weighted({ product: 3, complaint: 2, other: 1 });
  const person = [text("q-name", name), option("q-how", given ? "chat" : "email")];
  return [
    page("topic", option("q-topic", topic), text("q-message", given?.message ?? chance.pick(words.message))),
    page("person", person, !given && text("q-email", email), text("q-consent", "true")),
  ];
}

function event(visitor) {
  const { chance, words, mood, email } = visitor;
  const given = stars(visitor);
  const marks = mood === "detractor" ? { poor: 3, fair: 4, good: 2 } : { fair: 1, good: 5, excellent: 5 };
  const parts = ["content", "speakers", "place", "food", "organization"];
  const again = chance.weighted(mood === "promoter" ? { yes: 8, maybe: 1 } : { yes: 2, maybe: 3, no: 2 });
  const topic = again !== "no" && chance.happens(0.5) && text("q-topics", chance.pick(words.topics));
  return [
    page(
      "event",
      text("q-overall", given),
      Number(given) < 3 && text("q-why", chance.pick(words.spoiled)),
      parts.map((id) => option(`part-${id}`, chance.weighted(marks))),
    ),
    page(
      "moments",
      chance.happens(0.6) && text("q-best", chance.pick(words.best)),
      chance.happens(0.5) && text("q-change", chance.pick(words.change)),
    ),
    page("again", option("q-again", again), topic, again === "yes" && chance.happens(0.5) && text("q-email", email)),
  ];
}

function churn({ chance, mood, given }) {
  const reason = given?.reason ?? chance.weighted({ price: 4, unneeded: 3 });
  const price = reason === "price" && option("q-price", given?.price ?? chance.weighted({ little: 2, half: 3, use: 3 }));
  const liked = given ? [given.liked] : chance.some({ features: 0.4, design: 0.4, support: 0.5 }, 3);
  const back = mood === "promoter" ? chance.between(7, 10) : chance.between(1, 6);
  return [
    page("why", option("q-reason", reason), price),
    page(
      "return",
      liked.map((id) => option("q-liked", id)),
      text("q-back", given?.back ?? back),
      option("q-stay", given?.stay ?? "no"),
    ),
  ];
}
