import { join } from "node:path";
import { build } from "vite";

/** The smallest React page: a paragraph that says hello, marked as the flow's questions are. */
export const HELLO_PAGE = "/bench-hello";
export const HELLO_SCRIPT = "/assets/bench-hello.js";

/** The page's HTML. */
export const HELLO_HTML =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hello</title>' +
  `<script type="module" src="${HELLO_SCRIPT}"></script></head><body><div id="app"></div></body></html>`;

/** Bundles React with the code that renders one paragraph. The working directory is the repository. */
export async function buildHelloScript() {
  const entry = "virtual:hello";
  const code = `
    import { createElement } from "react";
    import { createRoot } from "react-dom/client";
    createRoot(document.getElementById("app")).render(createElement("p", { "data-question": "" }, "Hello, world"));
  `;
  const { output } = await build({
    root: "bench",
    configFile: false,
    logLevel: "warn",
    plugins: [
      {
        name: "hello",
        resolveId: (id) => (id === entry ? join(process.cwd(), "bench/hello.js") : null),
        load: (id) => (id.endsWith("bench/hello.js") ? code : null),
      },
    ],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  });
  return output[0].code;
}
