// Other makers' embeds for host pages, as their packages on npm have them, each with what it needs of a server.
//
// Formbricks is not among them: since version 2 its package only loads the code from the maker's server. Nor is
// SurveyJS, which draws into an element of the host's page and has no launcher.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const file = (specifier) => readFileSync(fileURLToPath(import.meta.resolve(specifier)));
const TOKEN = "phc_bench";

/** A survey behind a tab at the side of the window: the widget's modal form. */
const POSTHOG_SURVEY = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  name: "Feedback",
  type: "widget",
  start_date: "2026-01-01T00:00:00Z",
  questions: [{ id: "q1", type: "open", question: "How was your visit?" }],
  appearance: { widgetType: "tab", widgetLabel: "Feedback", widgetColor: "#20B8F7" },
};
const POSTHOG_CONFIG = { surveys: true, supportedCompression: [], hasFeatureFlags: false, siteApps: [] };

/** Everything but the surveys is off. */
const POSTHOG_OPTIONS = {
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_dead_clicks: false,
  disable_session_recording: true,
  persistence: "memory",
};

/**
 * Each with the markup that its maker documents for host pages, the selector of its launcher, and the responses of its
 * server by path.
 */
export const PEERS = [
  {
    name: "PostHog surveys",
    launcher: ".ph-survey-widget-tab",
    head: (origin) => `<script>
      window.posthog = []; posthog.__SV = 1; posthog._i = [];
      posthog._i.push(["${TOKEN}", ${JSON.stringify({ ...POSTHOG_OPTIONS, api_host: origin })}, "posthog"]);
      </script><script async crossorigin="anonymous" src="${origin}/static/array.js"></script>`,
    responses: () => ({
      "/static/array.js": script(file("posthog-js/dist/array.js")),
      "/static/surveys.js": script(file("posthog-js/dist/surveys.js")),
      [`/array/${TOKEN}/config.js`]: script(
        `window._POSTHOG_REMOTE_CONFIG = ${JSON.stringify({ [TOKEN]: { config: POSTHOG_CONFIG, siteApps: [] } })}`,
      ),
      [`/array/${TOKEN}/config`]: json(POSTHOG_CONFIG),
      "/flags/": json({ ...POSTHOG_CONFIG, flags: {}, featureFlags: {}, featureFlagPayloads: {} }),
      "/api/surveys/": json({ surveys: [POSTHOG_SURVEY], survey_config: {} }),
    }),
  },
  {
    name: "Typebot bubble",
    launcher: "typebot-bubble button",
    head: (origin) => `<script type="module">
      import Typebot from "${origin}/web.js";
      Typebot.initBubble({ typebot: "bench", apiHost: "${origin}", theme: { button: { backgroundColor: "#20B8F7" } } });
      </script>`,
    responses: () => ({ "/web.js": script(file("@typebot.io/js/web")) }),
  },
];

function script(content) {
  return { type: "text/javascript; charset=utf-8", content: Buffer.from(content) };
}

function json(value) {
  return { type: "application/json", content: Buffer.from(JSON.stringify(value)) };
}

/**
 * Starts a peer's server, compressed as its maker's network does it. To browsers it is another site than the host.
 *
 * @returns its origin, the paths that it did not know, and the function that ends it.
 */
export async function startPeer({ responses }) {
  const known = new Map();
  for (const [path, { type, content }] of Object.entries(responses())) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    known.set(path, { type, body: brotliCompressSync(content, { params }) });
  }
  const unknown = new Set();
  const server = createServer(({ url, method, headers }, response) => {
    const cors = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": headers["access-control-request-headers"] ?? "*",
    };
    // Some addresses have the version of the package in them.
    const path = new URL(url, "http://peer").pathname.replace(/\/\d+\.\d+\.\d+\//, "/");
    const found = known.get(path);
    if (method === "OPTIONS") response.writeHead(204, cors).end();
    else if (found) {
      response.writeHead(200, {
        ...cors,
        "Content-Type": found.type,
        "Content-Encoding": "br",
        "Content-Length": found.body.length,
      });
      response.end(found.body);
    } else {
      unknown.add(path);
      response.writeHead(200, { ...cors, "Content-Type": "application/json" }).end("{}");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${server.address().port}`,
    unknown,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
