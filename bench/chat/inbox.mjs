// The inbox of staff with so many chats that whatever looks at all of them shows. Its rows are written straight into the database,
// since sending as many would take an hour.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { percentile } from "../stats.mjs";
import { openChat } from "./chats.mjs";

const REPEATS = 50;
const BEGIN_MS = Date.UTC(2026, 0, 1);
/** Messages of each chat. */
const MESSAGES = 10;
/** Of so many chats one is open, and one waits for an answer. */
const OPEN = 10;
const WAITING = 100;
/** Of so many chats one is of a node that has few. */
const QUIET = 1_000;
const QUIET_NODE = "demo-node";

/** What the databases write differently, and how statements reach them. */
const POSTGRES = {
  hexadecimal: (length) => `lpad(to_hex(number), ${length}, '0')`,
  numbers: (count) => `generate_series(1, ${count}) AS numbers (number)`,
  finish: ["feedbacks", "chats", "chat_messages"].map((table) => `VACUUM ANALYZE ${table}`),
  execute(address, statements) {
    const psql = join(process.env.PULSEN_TEST_POSTGRES_BIN, "psql");
    const options = statements.flatMap((statement) => ["-c", statement]);
    execFileSync(psql, [address, "-q", "-v", "ON_ERROR_STOP=1", ...options], { stdio: "inherit" });
  },
};
const SQLITE = {
  hexadecimal: (length) => `printf('%0${length}x', number)`,
  numbers: (count) =>
    `(WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${count})
      SELECT number FROM numbers) AS numbers`,
  finish: ["ANALYZE"],
  execute(file, statements) {
    const input = [".timeout 60000", ...statements.map((statement) => `${statement};`)].join("\n");
    execFileSync("sqlite3", ["-bail", file], { input, stdio: ["pipe", "ignore", "inherit"] });
  },
};

/**
 * Adds chats to the database of a running server, each with ten messages. Returns the seconds that it took.
 *
 * @param database the file of SQLite, or the address of PostgreSQL.
 */
export async function seedChats(url, database, count) {
  // The rows are made after those of a chat that the server has made.
  await openChat(url);
  const begin = performance.now();
  const { hexadecimal, numbers, finish, execute } = database.includes("://") ? POSTGRES : SQLITE;
  execute(database, [
    `INSERT INTO feedbacks (id, status, device_id, node_id, flow_id, flow_revision, created_offline,
       time_spent_in_seconds, received_at, updated_at, completed_at, responses, chat_epoch)
     SELECT ${hexadecimal(44)}, 'complete', ${hexadecimal(32)},
       CASE WHEN number % ${QUIET} = 0 THEN '${QUIET_NODE}' ELSE node_id END, flow_id, flow_revision, FALSE,
       30, ${BEGIN_MS} + number, ${BEGIN_MS} + number, ${BEGIN_MS} + number, responses, 0
     FROM ${numbers(count)}, (SELECT * FROM feedbacks LIMIT 1) AS first`,
    `INSERT INTO chats (feedback_id, node_id, status, position, created_at, updated_at, waiting_since,
       last_customer_position, change_number)
     SELECT id, node_id, CASE WHEN seq % ${OPEN} = 0 THEN 'open' ELSE 'closed' END, ${MESSAGES}, received_at, updated_at,
       CASE WHEN seq % ${WAITING} = 0 THEN received_at END, ${MESSAGES - 1}, seq
     FROM feedbacks WHERE id NOT IN (SELECT feedback_id FROM chats)`,
    `INSERT INTO chat_messages (feedback_id, position, id, actor, author, body, created_at)
     SELECT feedback_id, number, feedback_id || number, CASE number % 2 WHEN 1 THEN 'customer' ELSE 'staff' END,
       CASE number % 2 WHEN 1 THEN NULL ELSE 'bench' END, 'Where is my order ' || change_number || '?', created_at
     FROM chats, ${numbers(MESSAGES)} WHERE position = ${MESSAGES}`,
    ...finish,
  ]);
  return (performance.now() - begin) / 1000;
}

/** Returns for each way to ask for the inbox the times of the answers in ms: median, 99th percentile, the longest. */
export async function timeInbox(url, staffToken, count) {
  const half = String(Math.floor(count / 2));
  const queries = {
    "the last changed": "",
    open: "status=open",
    "whose customer waits": "unanswered=true",
    "those that have waited for longest": "order=waiting",
    unassigned: "assigned=none",
    "of a node": "node_id=demo-widget",
    "text: a word of every message": "text=order",
    "text: a word of every message, in open ones": "text=order&status=open",
    "text: a word of every message, of a node with few": `text=order&node_id=${QUIET_NODE}`,
    "text: a word of one chat": `text=${half}`,
  };
  const rows = [];
  for (const [name, query] of Object.entries(queries)) {
    const times = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const begin = performance.now();
      const response = await fetch(`${url}/v1/staff/chats?${query}`, {
        headers: { authorization: `Bearer ${staffToken}` },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${response.status} for ${query}: ${text}`);
      times.push(performance.now() - begin);
    }
    rows.push([name, percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)]);
  }
  return rows;
}
