import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { FlowSession } from "engine-wasm";
import type { PulsenServer } from "pulsen-loader/e2e";
import { expect, test } from "./support/test";

const BINARY = process.env.PULSEN_BIN ?? resolve(import.meta.dirname, "../../target/debug/pulsen");

const ROOT = resolve(import.meta.dirname, "../..");
const WASM = join(ROOT, "engine-wasm/pkg");
const FOLDERS = [
  "engine/fixtures/flows",
  "engine/fixtures/conversations",
  "examples/flows",
  "widget/e2e/records/flows",
];

/** What decides nothing about a first view: each browser has its own. */
const BROWSERS = [1, 77_777, 4_000_000_000].map((seed) => ({
  node: { id: "n", prevent_multiple_feedback: true, idle_reset_timeout_in_seconds: 60 },
  deviceId: `device-${seed}`,
  now: seed,
  query: { utm_source: "mail" },
  originUrl: "https://host.example/",
  storedFeedbackId: "f",
  seed,
}));

test("what the server shows first is what the engine shows in every browser", async ({ pulsen, request }) => {
  const { FlowSession, initSync } = await import(join(WASM, "engine_wasm.js"));
  initSync({ module: readFileSync(join(WASM, "engine_wasm_bg.wasm")) });
  const accepted = importAccepted(pulsen, readFlows());
  expect(accepted.length).toBeGreaterThan(130);

  const different: string[] = [];
  let compared = 0;
  for (const { id, languages = [] } of accepted) {
    for (const language of [undefined, ...languages.map(({ code }) => code)]) {
      const parameter = language === undefined ? "" : `&lang=${encodeURIComponent(language)}`;
      const html = await (await request.get(`${pulsen.url}/flow_preview?flow_id=${id}${parameter}`)).text();
      const flow = jsonScript(html, "flow") ?? "";
      const shown = BROWSERS.map((browser) => {
        const session: FlowSession = new FlowSession(flow, {
          ...browser,
          ...(language && { urlLanguage: language }),
        });
        const view = JSON.stringify(session.view());
        session.free();
        return view;
      });
      const first = jsonScript(html, "view");
      if (first === undefined) continue;
      compared += 1;
      const views = new Set([JSON.stringify(JSON.parse(first)), ...shown]);
      if (views.size > 1) different.push(`${id} ${language}: ${[...views].join("\n  ")}`);
    }
  }
  expect(different).toEqual([]);
  expect(compared).toBeGreaterThan(200);
});

interface FlowDefinition {
  id: string;
  languages?: { code: string }[];
}

/** Returns the flows of the repository, also those inside conversations, under ids of their own. */
function readFlows(): FlowDefinition[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .map((name) => join(ROOT, folder, name)),
  );
  const definitions = files.map((file) => JSON.parse(readFileSync(file, "utf8")));
  const flows = definitions.map((file) => ("events" in file ? file.flow : file));
  return flows.filter((flow) => typeof flow === "object").map((flow, at) => ({ ...flow, id: `flow-${at}` }));
}

/** Imports the flows that the server takes, and returns them: some fixtures show what the engine makes of others. */
function importAccepted(pulsen: PulsenServer, flows: FlowDefinition[]): FlowDefinition[] {
  const folder = mkdtempSync(join(tmpdir(), "pulsen-flows-"));
  try {
    mkdirSync(join(folder, "flows"));
    const fileOf = ({ id }: FlowDefinition) => join(folder, `flows/${id}.json`);
    for (const flow of flows) writeFileSync(fileOf(flow), JSON.stringify(flow));
    let accepted = flows;
    // What refers to other records is checked only when every file is right by itself.
    for (let refused = flows; refused.length > 0; ) {
      const { stdout, stderr } = spawnSync(BINARY, ["check", folder], { encoding: "utf8" });
      const errors = (stdout + stderr).split("\n").filter((line) => !line.includes(": warning: "));
      const isRefused = (flow: FlowDefinition) => errors.some((line) => line.startsWith(`${fileOf(flow)}:`));
      refused = accepted.filter(isRefused);
      for (const flow of refused) rmSync(fileOf(flow));
      accepted = accepted.filter((flow) => !refused.includes(flow));
    }
    pulsen.import(folder);
    return accepted;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function jsonScript(html: string, id: string): string | undefined {
  return html.split(`<script type="application/json" id="${id}">`)[1]?.split("</script>")[0];
}
