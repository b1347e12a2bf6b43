import type { Page } from "@playwright/test";
import { INLINE_FRAME_ID } from "../src/inline/inlineContent";
import { ConsumerProject } from "./support/consumerProject";
import { CONTENT_FRAME, LAUNCHER_FRAME } from "./support/hostedWidget";
import type { HostSite } from "./support/hostSite";
import { importWidget } from "./support/importRecord";
import { expect, test } from "./support/test";

const MODULES = {
  "plain.ts": `
    import { loadPulsen, PulsenLoadError, type Pulsen } from "@pulsen/widget";
    declare const CODE: string, ORIGIN: string;
    const first: Promise<Pulsen> = loadPulsen({ code: CODE, origin: ORIGIN });
    const second = loadPulsen({ code: CODE, origin: ORIGIN });
    const say = (text: string) => { document.title = text };
    Promise.all([first, second]).then(async ([pulsen, same]) => {
      await pulsen.on("PSN_WIDGET_OPENED", ({ channel_id }) => say(\`opened \${channel_id} \${pulsen === same}\`));
      await window.PSN?.open();
    }, (error: unknown) => {
      if (error instanceof PulsenLoadError) say(\`\${error.code}: \${error.message}\`);
    });
  `,
  "react.tsx": `
    import { StrictMode, useState } from "react";
    import { createRoot } from "react-dom/client";
    import { PulsenInline, PulsenWidget } from "@pulsen/widget/react";
    declare const CODE: string, ORIGIN: string, KIND: string;
    function App() {
      const [isShown, show] = useState(true);
      const [opened, setOpened] = useState(0);
      const [kind, setKind] = useState(KIND);
      const Widget = kind === "inline" ? PulsenInline : PulsenWidget;
      return (
        <>
          <button type="button" onClick={() => show(!isShown)}>Toggle</button>
          <button type="button" onClick={() => setKind(kind === "inline" ? "widget" : "inline")}>Other form</button>
          <output>opened {opened}</output>
          {isShown && (
            <Widget code={CODE} origin={ORIGIN} customer={{ email: "ada@example.com" }}
              on={{ PSN_WIDGET_OPENED: () => setOpened(opened + 1) }}
              onReady={(pulsen) => { document.title = \`ready \${typeof pulsen.open}\` }}
              onError={({ code, message }) => { document.title = \`\${code}: \${message}\` }} />
          )}
        </>
      );
    }
    const root = document.createElement("div");
    document.querySelector("main")?.append(root);
    createRoot(root).render(<StrictMode><App /></StrictMode>);
  `,
  "wrong.ts": `
    import { loadPulsen } from "@pulsen/widget";
    loadPulsen({ code: "PSN-DEMO123" });
    loadPulsen({ code: "PSN-DEMO123", origin: "https://f.example" }).then((pulsen) => {
      pulsen.opn();
      pulsen.on("WIDGET_OPENED", () => {});
      pulsen.on("PSN_END_OF_FLOW", ({ feedback }) => feedback);
      pulsen.identify({ mail: "a" });
    });
  `,
};

let project: ConsumerProject;
test.beforeAll(() => {
  project = new ConsumerProject();
  for (const [path, text] of Object.entries(MODULES)) project.write(path, text);
});
test.afterAll(() => project.remove());

/** Opens a host page with a module of the project. */
async function openHost(
  page: Page,
  host: HostSite,
  path: keyof typeof MODULES,
  constants: Record<string, string>,
  policy = "",
) {
  const script = await project.bundle(path, constants);
  const headers: Record<string, string> = policy ? { "Content-Security-Policy": policy } : {};
  await page.goto(host.add({ body: `<script type="module" nonce="bm9uY2U">${script}</script>`, headers }));
}

for (const [name, options] of Object.entries({
  bundlers: { module: "esnext", moduleResolution: "bundler" },
  node: { module: "nodenext", moduleResolution: "nodenext" },
})) {
  test(`the types are complete, and refuse what is wrong: as ${name} resolve them`, () => {
    expect(project.compile("plain.ts", options)).toBe("");
    const wrong = project.compile("wrong.ts", options);
    expect(wrong.split("\n").filter((line) => line.startsWith("wrong.ts"))).toHaveLength(5);
  });
}

test("the types of the React components are complete", () => {
  // The types of react-dom are not installed.
  project.write(
    "reactDom.d.ts",
    `declare module "react-dom/client" { export function createRoot(root: Element): { render(node: unknown): void } }`,
  );
  project.write("main.tsx", `/// <reference path="./reactDom.d.ts" />\nimport "./react";`);
  expect(project.compile("main.tsx", { module: "esnext", moduleResolution: "bundler" })).toBe("");
});

test("a module loads the widget once", async ({ page, host, pulsen, widget }) => {
  const code = importWidget(pulsen, { web_channel: { id: "shop" } });
  const scripts: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes(`/loader/${code}.js`) && scripts.push(request.url()),
  );
  await openHost(page, host, "plain.ts", { CODE: code, ORIGIN: pulsen.url });
  await expect(widget.question("q-mood")).toBeVisible();
  await expect(page).toHaveTitle("opened shop true");
  expect(scripts).toHaveLength(1);
});

test("a blocked script, a wrong code and a server that is down are told apart", async ({
  page,
  host,
  pulsen,
  consoleErrors,
}) => {
  const code = importWidget(pulsen, {});
  const policy = "script-src 'nonce-bm9uY2U'";
  for (const [constants, title, pagePolicy] of [
    [
      { CODE: code, ORIGIN: pulsen.url },
      /^refused_by_policy: .* Add http:\/\/localhost:\d+ to its script-src/,
      policy,
    ],
    [{ CODE: "PSN-GONE001", ORIGIN: pulsen.url }, /^not_started: /, ""],
    [{ CODE: code, ORIGIN: "http://localhost:1" }, /^not_loaded: http:\/\/localhost:1\/loader\//, ""],
    [{ CODE: "DEMO", ORIGIN: pulsen.url }, /^invalid_options: "DEMO" is not the code/, ""],
    [
      { CODE: code, ORIGIN: "feedback.example" },
      /^invalid_options: "feedback.example" is not the address/,
      "",
    ],
  ] as const) {
    await openHost(page, host, "plain.ts", constants, pagePolicy);
    await expect(page).toHaveTitle(title);
    await expect(page.locator("script[src]")).toHaveCount(0);
  }
  consoleErrors.length = 0;
});

test("a server may import the package and call it", async () => {
  project.write(
    "server.mjs",
    `import { loadPulsen } from "@pulsen/widget";
     const pulsen = loadPulsen({ code: "PSN-DEMO123", origin: "https://f.example" });
     await new Promise((resolve) => setTimeout(resolve, 0));
     process.stdout.write(await pulsen.catch(({ code }) => code));`,
  );
  expect(project.node("server.mjs")).toBe("no_document");
  project.write(
    "render.mjs",
    `import { createElement } from "react";
     import { renderToString } from "react-dom/server";
     import { PulsenInline, PulsenWidget } from "@pulsen/widget/react";
     const options = { code: "PSN-DEMO123", origin: "https://f.example" };
     process.stdout.write(renderToString([PulsenWidget, PulsenInline].map((type, key) => createElement(type, { ...options, key }))));`,
  );
  expect(project.node("render.mjs")).toMatch(
    /^<div data-pulsen-place="[^"]+" style="min-height:420px"><\/div>$/,
  );
});

test("the React component has the widget as long as it is mounted", async ({
  page,
  host,
  pulsen,
  widget,
}) => {
  const code = importWidget(pulsen, {});
  const identified = page.waitForEvent("request", (request) => request.url().endsWith("/customers/visit"));
  await openHost(page, host, "react.tsx", { CODE: code, ORIGIN: pulsen.url, KIND: "widget" });
  const toggle = page.getByRole("button", { name: "Toggle" });
  for (let times = 1; times <= 3; times += 1) {
    await expect(page).toHaveTitle("ready function");
    await widget.open();
    await expect(page.locator("output")).toHaveText(`opened ${times}`);
    if (times === 1) await identified;
    await toggle.click();
    await expect(page.locator(LAUNCHER_FRAME)).toHaveCount(0);
    await expect(page.locator(CONTENT_FRAME)).toHaveCount(0);
    expect(await page.evaluate(() => "PSN" in window)).toBe(false);
    await toggle.click();
  }
});

test("the React component of a form has it in the page's column", async ({ page, host, pulsen }) => {
  const code = importWidget(pulsen, {});
  await openHost(page, host, "react.tsx", { CODE: code, ORIGIN: pulsen.url, KIND: "inline" });
  const toggle = page.getByRole("button", { name: "Toggle" });
  for (let times = 1; times <= 3; times += 1) {
    await page.frameLocator(`#${INLINE_FRAME_ID}`).getByText("Not so good").click();
    await expect(page.locator("main").locator(`#${INLINE_FRAME_ID}`)).toBeVisible();
    await toggle.click();
    await expect(page.locator(`#${INLINE_FRAME_ID}`)).toHaveCount(0);
    await toggle.click();
  }
  const other = page.getByRole("button", { name: "Other form" });
  await other.click();
  await expect(page.locator(LAUNCHER_FRAME)).toBeVisible();
  await expect(page.locator(`#${INLINE_FRAME_ID}`)).toHaveCount(0);
  await other.click();
  await expect(page.frameLocator(`#${INLINE_FRAME_ID}`).getByText("Not so good")).toBeVisible();
  await expect(page.locator(LAUNCHER_FRAME)).toBeHidden();
});
