// Proves that a chat loses and doubles nothing while servers, databases and networks fail: customer and staff write at the
// same time, something fails, and in the end both hold the same messages, each once and in the order of writing.
//
// PULSEN_PROOF_MESSAGES (default 60) and PULSEN_PROOF_KILLS (default 3) are the size; arguments name the scenarios to run.
// PULSEN_BIN is the server.
import { scenarios as faults } from "./scenarios.mjs";
import { sharing } from "./sharing.mjs";

const scenarios = { ...faults, ...sharing };
const wanted = process.argv.slice(2);
for (const name of wanted) if (!scenarios[name]) throw new Error(`There is no scenario \`${name}\`.`);
for (const [name, run] of Object.entries(scenarios)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begin = performance.now();
  const notes = await run();
  console.log(`${name}: ${notes} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
}
