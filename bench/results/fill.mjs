// Fills the database of a server with feedback and, but for the last of it, with what the server's index holds of it
// (docs/results.md#index). The server would take an hour for what is written here in minutes; `results.mjs` asserts that it would
// have written the same.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const FLOW = "results-flow";

const BEGIN_MS = Date.UTC(2026, 0, 1);
const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;
const NODES = 10;

/** Of so many feedbacks one has a rare word, and one selects a rare option. Neither occurs at random. */
const RARE = 10_007;

/** Writes a flow and its nodes into a folder, and returns it. */
export function writeRecords(folder) {
  const inAll = (text) => ({ en: text, tr: text });
  const option = (id) => ({ id, key: id, body: inAll(`Because of the ${id}`) });
  const question = (id, style, fields = {}) => ({
    id: `${id}-element`,
    type: "question",
    question: { id, key: id, style, body: inAll(`About ${id}?`), ...fields },
  });
  const flow = {
    id: FLOW,
    languages: ["en", "tr"].map((code) => ({ id: code, code })),
    states: [
      {
        id: "first",
        isInitialState: true,
        nextStateId: "second",
        elements: [question("recommend", "score"), { id: "next", type: "next_page", body: inAll("Next") }],
      },
      {
        id: "second",
        nextStateId: "thanks",
        elements: [
          question("reasons", "checklist", { options: ["price", "staff", "place", "rare"].map(option) }),
          question("comment", "textarea"),
          { id: "send", type: "submit", body: inAll("Send") },
        ],
      },
      { id: "thanks", style: "thank_you", elements: [] },
    ],
  };
  const nodes = Array.from({ length: NODES }, (_, at) => ["nodes", { id: `node-${at}`, flow_id: flow.id }]);
  for (const [kind, record] of [["flows", flow], ...nodes]) {
    mkdirSync(join(folder, kind), { recursive: true });
    writeFileSync(join(folder, kind, `${record.id}.json`), JSON.stringify(record));
  }
  return folder;
}

/**
 * Adds the feedback of a year, a tenth of it partial, in the order in which a server writes it.
 *
 * @param database the file of a server that does not run.
 * @param left how many of the last feedbacks the server indexes by itself.
 */
export function fill(database, size, left) {
  // Nothing else reads the database, and it is thrown away if this fails.
  const pragmas = "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -1000000;";
  execFileSync("sqlite3", ["-bail", database], {
    input: `${pragmas} BEGIN; ${feedbacks(size)} ${index(size - left)} COMMIT; PRAGMA journal_mode = WAL;`,
    stdio: ["pipe", "ignore", "inherit"],
  });
}

function feedbacks(size) {
  const step = Math.floor(YEAR_MS / size);
  const time = `${BEGIN_MS} + number * ${step}`;
  const isPartial = "number / 10 % 10 = 7";
  const reason = `CASE WHEN number % ${RARE} = 0 THEN 'rare' WHEN number % 3 = 0 THEN 'price' ELSE 'staff' END`;
  const word = `CASE WHEN number % ${RARE} = 0 THEN ' hedgehog' ELSE '' END`;
  const responses = `'[{"question_id":"recommend","body":"' || (number * 7 % 11) || '"}' || CASE WHEN ${isPartial} THEN ']' ELSE
    ',{"question_id":"reasons","option_id":"' || ${reason} || '"},{"question_id":"reasons","option_id":"place"},' ||
    '{"question_id":"comment","body":"The queue at the counter was short' || ${word} || '"}]' END`;
  // With two digits, which the roll-ups keep.
  const stateTimes = `'{"first":' || (1 + number % 90) || '000' || CASE WHEN ${isPartial} THEN '}' ELSE
    ',"second":' || (1 + number % 37) || '000}' END`;
  return `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${size})
    INSERT INTO feedbacks (seq, id, status, device_id, node_id, flow_id, flow_revision, language_id, created_at, created_offline,
      time_spent_in_seconds, received_at, updated_at, completed_at, responses, customer_verified, state_times_in_ms)
    SELECT number, printf('%032x', number), CASE WHEN ${isPartial} THEN 'partial' ELSE 'complete' END,
      printf('%032x', number % 100000), 'node-' || (number % ${NODES}), '${FLOW}', 1,
      CASE WHEN number / 100 % 5 = 0 THEN 'tr' ELSE 'en' END, ${time}, 0, number % 120, ${time}, ${time},
      CASE WHEN ${isPartial} THEN NULL ELSE ${time} END, ${responses}, number / 10 % 7 = 0, ${stateTimes}
    FROM numbers;`;
}

/** What the index holds of the first feedbacks. Hashes of devices are the server's secret: others represent them. */
function index(size) {
  const dimensions = "flow_id, node_id, flow_revision, language_id, status, customer_verified";
  const counted = `FROM indexed_feedbacks GROUP BY`;
  return `
    INSERT INTO result_groups (${dimensions}, span, first_day, first_seq, last_seq)
      SELECT ${dimensions}, 'day', received_at / ${DAY_MS} AS day, MIN(seq), MAX(seq) FROM feedbacks WHERE seq <= ${size}
      GROUP BY ${dimensions}, day;
    INSERT INTO result_groups (${dimensions}, span, first_day, first_seq, last_seq)
      SELECT ${dimensions}, 'month', ${month("first_day")} AS month, MIN(first_seq), MAX(last_seq)
      FROM result_groups GROUP BY ${dimensions}, month;
    INSERT INTO result_groups (${dimensions}, span, first_day, first_seq, last_seq)
      SELECT ${dimensions}, 'all', 0, MIN(first_seq), MAX(last_seq) FROM result_groups GROUP BY ${dimensions};
    CREATE TEMP TABLE longer AS SELECT one.id, month.id AS month_id, total.id AS total_id FROM result_groups AS one
      JOIN result_groups AS month USING (${dimensions}) JOIN result_groups AS total USING (${dimensions})
      WHERE one.span = 'day' AND month.span = 'month' AND month.first_day = ${month("one.first_day")} AND total.span = 'all';
    CREATE UNIQUE INDEX temp.longer_by_id ON longer (id);

    INSERT INTO indexed_feedbacks (feedback_seq, day_group_id, month_group_id, total_group_id, time_spent_in_seconds,
        state_times_in_ms, words)
      SELECT seq, own.id, month_id, total_id, time_spent_in_seconds, state_times_in_ms, responses ->> '$[3].body'
      FROM feedbacks CROSS JOIN result_groups AS own USING (${dimensions}) CROSS JOIN longer ON longer.id = own.id
      WHERE seq <= ${size} AND span = 'day' AND first_day = received_at / ${DAY_MS} ORDER BY seq;
    INSERT INTO feedback_terms (feedback_seq, term)
      SELECT seq, 'device:' || device_id FROM feedbacks WHERE seq <= ${size} ORDER BY seq;
    INSERT INTO answers (feedback_seq, item, state_id, question_id, option_id, number, text)
      SELECT seq, item.key, CASE item.key WHEN 0 THEN 'first' ELSE 'second' END, item.value ->> 'question_id',
        item.value ->> 'option_id', CASE item.key WHEN 0 THEN CAST(item.value ->> 'body' AS REAL) END,
        CASE item.key WHEN 3 THEN item.value ->> 'body' END
      FROM feedbacks CROSS JOIN json_each(responses) AS item WHERE seq <= ${size} ORDER BY seq;

    CREATE TEMP TABLE counts (group_id, kind, subject, value, count, total);
    INSERT INTO counts SELECT day_group_id, 'feedback', '', '', COUNT(*), 0 ${counted} day_group_id;
    INSERT INTO counts SELECT group_id, answered.kind, answered.subject, '', count, 0
      FROM counts JOIN result_groups ON id = group_id JOIN
        (SELECT 'answered' AS kind, 'recommend' AS subject, 1 AS in_partial, 1 AS in_complete
          UNION ALL VALUES ('state', 'first', 1, 1), ('last_state', 'first', 1, 0), ('answered', 'reasons', 0, 1),
            ('answered', 'comment', 0, 1), ('state', 'second', 0, 1), ('last_state', 'second', 0, 1)) AS answered
      WHERE CASE status WHEN 'partial' THEN in_partial ELSE in_complete END;
    INSERT INTO counts SELECT day_group_id, 'time_spent', '', time_spent_in_seconds, COUNT(*), SUM(time_spent_in_seconds)
      ${counted} day_group_id, time_spent_in_seconds;
    INSERT INTO counts SELECT day_group_id, 'state_time', 'first', state_times_in_ms ->> 'first' AS time, COUNT(*),
      SUM(state_times_in_ms ->> 'first') ${counted} day_group_id, time;
    INSERT INTO counts SELECT day_group_id, 'state_time', 'second', state_times_in_ms ->> 'second' AS time, COUNT(*),
      SUM(state_times_in_ms ->> 'second') ${counted} day_group_id, time HAVING time IS NOT NULL;
    INSERT INTO counts SELECT day_group_id, CASE WHEN option_id IS NULL THEN 'number' ELSE 'option' END, question_id,
      COALESCE(option_id, CAST(number AS INTEGER)), COUNT(*), SUM(COALESCE(number, 0))
      FROM indexed_feedbacks JOIN answers USING (feedback_seq) WHERE text IS NULL GROUP BY day_group_id, question_id, option_id, number;
    INSERT INTO result_counts SELECT group_id, kind, subject, CAST(value AS TEXT), count, total FROM counts ORDER BY 1, 2, 3, 4;
    ${["month_id", "total_id"].map(countsOf).join("\n    ")}
    UPDATE result_progress SET (updated_at, feedback_id) = (SELECT updated_at, id FROM feedbacks WHERE seq = ${size});`;
}

/** The counts of longer periods: those of their days. */
function countsOf(id) {
  return `INSERT INTO result_counts SELECT ${id}, kind, subject, CAST(value AS TEXT), SUM(count), SUM(total)
      FROM counts JOIN longer ON longer.id = group_id GROUP BY ${id}, kind, subject, CAST(value AS TEXT);`;
}

/** The first day of a day's month. */
function month(day) {
  return `unixepoch(${day} * 86400, 'unixepoch', 'start of month') / 86400`;
}
