// Measures whether the time of a refused sign-in tells if an address has an account: wrong passwords for somebody with a password,
// for somebody who has none yet, and for an address that nobody has, one after another, so that other work on this machine affects
// all of them.
//
// Options: --rounds 300.
import { parseArgs } from "node:util";
import { atEnd, runBenchmark } from "./runBenchmark.mjs";
import { startPulsen } from "./server.mjs";
import { median, printGoals, printTable } from "./stats.mjs";

/** Also the shorter time must not be much shorter. */
const GOAL = 1.1;

const WITH_PASSWORD = "ann@shop.example";
const WITHOUT_PASSWORD = "ben@shop.example";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "300" } } });
const rounds = Number(values.rounds);

await runBenchmark(async () => {
  const pulsen = await startPulsen(["--rate-limit", "sign_in=off"]);
  atEnd(() => pulsen.stop());
  await usePersonLink(pulsen, pulsen.personLink(WITH_PASSWORD, "Ann"));
  pulsen.personLink(WITHOUT_PASSWORD, "Ben");

  const times = { known: [], passwordless: [], unknown: [] };
  // The first rounds warm up.
  for (let round = -10; round < rounds; round++) {
    const addresses = {
      known: WITH_PASSWORD,
      passwordless: WITHOUT_PASSWORD,
      unknown: `nobody-${round}@shop.example`,
    };
    for (const [kind, email] of Object.entries(addresses)) {
      const time = await refusedAfter(pulsen.url, email);
      if (round >= 0) times[kind].push(time);
    }
  }
  print(times);
});

/** Lets somebody choose a password by a link. */
async function usePersonLink({ url }, link) {
  const secret = new URL(link).hash.slice(1);
  const { status } = await post(`${url}/v1/staff/links/use`, { secret, password: "tea with two lemons" });
  if (status !== 200) throw new Error(`The link was answered with ${status}.`);
}

/** Returns after how many ms an attempt with a wrong password is refused. */
async function refusedAfter(url, email) {
  const begin = performance.now();
  const { status } = await post(`${url}/v1/staff/session`, { email, password: "coffee with two lemons" });
  if (status !== 401) throw new Error(`The attempt was answered with ${status}.`);
  return performance.now() - begin;
}

async function post(address, body) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
}

function print({ known, passwordless, unknown }) {
  printTable([
    [`a wrong password, medians of ${rounds}`, "ms"],
    ["somebody with a password", median(known).toFixed(2)],
    ["somebody without one", median(passwordless).toFixed(2)],
    ["nobody", median(unknown).toFixed(2)],
  ]);
  const ratio = (times) => Math.max(median(times) / median(known), median(known) / median(times));
  console.log();
  printGoals([
    { name: "without a password ÷ with one, or the other way round", value: ratio(passwordless), goal: GOAL },
    { name: "nobody ÷ with a password, or the other way round", value: ratio(unknown), goal: GOAL },
  ]);
}
