import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { bundle } from "./bundle";

const LOADER = resolve(import.meta.dirname, "../..");

/** Whose dependencies have a version of React. */
const FOLDERS = { 18: LOADER, 19: resolve(LOADER, "../widget") };

export type ReactVersion = keyof typeof FOLDERS;

/**
 * A document that React renders as a whole, as Remix and others do: on the server, and again in the browser, where
 * `hydrateRoot(document, …)` takes over what it finds.
 */
export interface ReactDocument {
  html: string;
  /** The script that hydrates it. Errors from which React recovers are listed in `window.recovered`. */
  script: string;
}

/**
 * @param scripts the addresses of the scripts in its head.
 */
export async function createReactDocument(version: ReactVersion, scripts: string[]): Promise<ReactDocument> {
  const folder = FOLDERS[version];
  const require = createRequire(join(folder, "package.json"));
  const react = require("react");
  const { renderToString } = require("react-dom/server");
  if (!react.version.startsWith(`${version}.`)) throw new Error(`This is React ${react.version}.`);
  const Page = new Function("react", "scripts", `return ${PAGE}`)(react, scripts);
  return {
    html: `<!doctype html>${renderToString(react.createElement(Page))}`,
    script: await bundle(
      require,
      `
      import * as react from "react";
      import { hydrateRoot } from "react-dom/client";
      window.recovered = [];
      const scripts = ${JSON.stringify(scripts)};
      const Page = ${PAGE};
      hydrateRoot(document, react.createElement(Page), {
        onRecoverableError: (error) => window.recovered.push(String(error)),
      });
    `,
    ),
  };
}

/** A component, with React as `react`. */
const PAGE = `function Page() {
  const h = react.createElement;
  const [visits, setVisits] = react.useState(0);
  react.useEffect(() => setVisits(1), []);
  return h("html", { lang: "en" },
    h("head", null,
      h("title", null, "A shop"),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      scripts.map((src) => h("script", { key: src, async: true, src }))),
    h("body", null,
      h("main", null, h("h1", null, "A shop"), h("p", { id: "visits" }, "Visits: " + visits))));
}`;
