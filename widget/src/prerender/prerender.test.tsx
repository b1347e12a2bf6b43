// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { galleryRecords } from "../../e2e/gallery/galleryRecords";
import type { Boot } from "../boot/boot";
import { bootForTests } from "../boot/bootForTests";
import { ChatPage } from "../chat/ChatPage";
import { startChatRun } from "../chat/connection/chatRun";
import { loadChatTexts } from "../chat/texts/useChatLanguage";
import { createChat } from "../chat/timeline/timeline";
import { loadEngineForTests } from "../engine/loadForTests";
import type { View } from "../engine/types";
import { FlowScreen } from "../flow/FlowScreen";
import { createIdleTimer } from "../flow/idleTimer";
import { ExportPreview } from "../frame/ExportPreview";
import type { FlowRun } from "../run/flowRun";
import { createNotices } from "../run/notices";
import { StatusPage } from "../status/StatusPage";
import { servedStatus } from "../status/status";
import type { Sections } from "../texts/languageFiles";
import { prerender } from "./prerender";

const engine = loadEngineForTests();
const FILES = import.meta.glob<Sections>("../texts/languages/*.json", { eager: true, import: "default" });
const CODES = Object.keys(FILES).map((path) => path.replace(/.*\/|\.json$/g, ""));

/** Everything that the gallery shows, one question or element a page. */
const ROWS = Object.entries(galleryRecords("https://partner.example") as Record<string, FlowRecord>)
  .filter(([path]) => path.startsWith("flows/"))
  .flatMap(([, flow]) => (flow.states[0]?.elements ?? []).map((element) => [element.id, element] as const));

/** What only a browser can draw: it reads or writes numbers and dates in its own way, or comes with a script of its own. */
const BY_THE_BROWSER =
  /^(numeric|age|customer_schema|datepicker|star-halves|file|file-several|screenshot|picture)$/;

/** What has numbers, which Arabic writes in digits that differ by region. */
const WITH_NUMBERS = /^(textarea|score|ces|custom_score|star|gauge|rate)$/;

interface FlowRecord {
  states: { elements?: { id: string }[] }[];
}

beforeAll(() => {
  globalThis.CSSStyleSheet.prototype.replaceSync ??= () => {};
});
afterEach(cleanup);

describe.each(["en", "de", "ar"])("in %s", (language) => {
  it.each(ROWS)("%s is drawn as the browser draws it", (id, element) => {
    const view = viewOf(flowOf([element], language));
    if (BY_THE_BROWSER.test(id) || (language === "ar" && WITH_NUMBERS.test(id))) {
      expect(() => htmlOf(view)).toThrow(/Only a browser can format this|has not been loaded/);
    } else expect(htmlOf(view)).toBe(drawn(view));
  });
});

describe("a page with a message instead of a flow", () => {
  const node = { id: "n", flow_id: "f", name: "Fener Coffee", branding: true } as Boot["node"];
  const cases: [string, Partial<Boot>][] = [
    ["an unknown node", { error: "not_found", site_url: "https://site.example", home: "Home" }],
    ["a closed node", { node, unavailable: { reason: "closed", message: "See you in May." } }],
    ["a customer who has given feedback", { node, already_given: true }],
  ];

  it.each(cases)("is drawn as the browser draws it: %s", (_, change) => {
    const boot = bootForTests(change);
    const status = servedStatus(boot);
    if (!status) throw new Error("no status");
    const { container } = render(<StatusPage boot={boot} status={status} />);
    const page = document.createElement("div");
    page.innerHTML = JSON.parse(prerender(JSON.stringify({ boot }))).html;
    expect(withoutIds(page)).toBe(withoutIds(container));
    expect(page.querySelector("h1")?.textContent).toBeTruthy();
  });

  it("is left to the browser where it names a moment, which depends on the visitor's clock", () => {
    const unavailable = { reason: "not_open_yet" as const, opens_at: "2027-01-01T09:00:00Z" };
    const boot = bootForTests({ node, unavailable });
    expect(() => prerender(JSON.stringify({ boot }))).toThrow("Only a browser can format this");
  });

  it("has something to say", () => {
    expect(() => prerender(JSON.stringify({ boot: bootForTests() }))).toThrow("has a status");
  });
});

describe.each(CODES)("a chat in %s", (language) => {
  it.each([
    ["", { name: "Fener Coffee", primary_color: "#0F766E" }],
    [" with a logo and without branding", { logo_url: "/logo.png", branding: false }],
  ])("is drawn as the browser draws it until it is loaded%s", async (_, fields) => {
    const node = { id: "n", ...fields } as Boot["node"];
    const boot = bootForTests({ route: "chat", node, language, site_url: "https://site.example" });
    const sections = FILES[`../texts/languages/${language}.json`];
    const texts = language === "en" ? undefined : { code: language, sections };
    const { html } = JSON.parse(prerender(JSON.stringify({ boot, texts })));
    await loadChatTexts(language);
    const { container } = render(<ChatPage run={startChatRun(createChat(true), () => {})} boot={boot} />);
    const page = document.createElement("div");
    page.innerHTML = html;
    expect(withoutIds(page)).toBe(withoutIds(container));
    expect(page.querySelector("[role=status]")?.textContent).toBeTruthy();
  });
});

it("a preview in the widget's frame is drawn as the browser draws it", () => {
  const view = viewOf(flowOf([TEXT], "en"));
  const boot = bootForTests({ route: "flow_preview" });
  const flow = { run: runOf(view), uploads: undefined, notices: createNotices() };
  const { container } = render(<ExportPreview boot={boot} flow={flow} />);
  const page = document.createElement("div");
  page.innerHTML = prerendered(view, { route: "flow_preview" }).html;
  expect(withoutIds(page)).toBe(withoutIds(container));
});

describe("the texts of the page", () => {
  it.each(CODES)("are there in %s", (code) => {
    const view = viewOf(flowOf([{ id: "mail", type: "question", question: MAIL }], code));
    expect(htmlOf(view)).toBe(drawn(view));
  });

  it("name other languages as they name themselves", () => {
    const flow = flowOf([TEXT], "en");
    flow.languages = ["en", "tr", "uk"].map((code) => ({ id: code, code, name: code }));
    expect(htmlOf(viewOf(flow))).toContain(">Українська<");
  });
});

describe("what the browser has to format", () => {
  const scale = { ...TEXT, question: { ...TEXT.question, style: "score" } };

  it("is a number in a language with digits of its own", () => {
    expect(htmlOf(viewOf(flowOf([scale], "de")))).toContain(">10<");
    expect(() => htmlOf(viewOf(flowOf([scale], "fa")))).toThrow("Only a browser can format this");
  });

  it("is the name of a language that is in no table", () => {
    const flow = flowOf([TEXT], "en");
    flow.languages = ["en", "qya", "sjn"].map((code) => ({ id: code, code, name: code }));
    expect(() => htmlOf(viewOf(flow))).toThrow("the name of a language");
  });

  it("leaves `Intl` as it was", () => {
    expect(new Intl.NumberFormat("de").format(1.5)).toBe("1,5");
    expect((1.5).toLocaleString("de")).toBe("1,5");
  });
});

describe("the styles", () => {
  it("have the colors of the node, and those of its widget first", () => {
    const of = (change: Pick<Boot, "node"> | { widget: NonNullable<Boot["widget"]> }) =>
      prerendered(viewOf(flowOf([TEXT], "en")), change).styles;
    expect(of({ node: { primary_color: "#0F766E" } as Boot["node"] })).toContain("--accent:rgb(15 118 110)");
    expect(of({ widget: { primary_color: "#000" } as NonNullable<Boot["widget"]> })).toContain(
      "--accent:rgb(0 0 0)",
    );
  });

  it("choose the columns of a scale by its width", () => {
    const { html, styles } = prerendered(
      viewOf(flowOf([{ ...TEXT, question: { ...TEXT.question, style: "score" } }], "en")),
    );
    expect(html).toContain('class="rows-1"');
    expect(styles).toContain(
      "@container (min-width:18.5625rem){.rows-1 .even-rows>:first-child{--columns:11!important",
    );
    expect(styles).toContain("--columns:6!important;--last-row:5!important");
  });

  it("stand in no attribute", () => {
    const slider = { ...TEXT, question: { ...TEXT.question, style: "slider", min: 0, max: 10 } };
    const { html, styles } = prerendered(viewOf(flowOf([slider], "en")));
    expect(html).not.toContain(" style=");
    expect(styles).toMatch(/\[data-style="\d"\]\{--filled:/);
  });
});

it("a text is a text", () => {
  const hostile = `</script><img src=x onerror=alert(1)> " style="color:red" \u202e &amp; <!--`;
  const element = { ...TEXT, question: { ...TEXT.question, body: { en: hostile } } };
  const { html } = prerendered(viewOf(flowOf([element], "en")));
  expect(html).not.toMatch(/<(img|script|!--)/);
  const page = document.createElement("div");
  page.innerHTML = html;
  expect(page.textContent).toContain(hostile);
});

const TEXT = {
  id: "t",
  type: "question",
  question: { id: "q", key: "q", style: "text", body: { en: "Anything?" } },
};
const MAIL = { ...TEXT.question, style: "email", isRequired: true };

function flowOf(elements: object[], code: string) {
  return {
    id: "flow",
    languages: [{ id: code, code, name: code }],
    states: [
      {
        id: "only",
        isInitialState: true,
        elements: [...elements, { id: "s", type: "submit", order: 99, body: { en: "Send" } }],
      },
    ],
  };
}

function viewOf(flow: object): View {
  return engine.startSession(JSON.stringify(flow), { now: 0, node: { id: "n" }, deviceId: "d" }).view();
}

function prerendered(view: View, change: Partial<Boot> = {}): { html: string; styles: string } {
  const sections = FILES[`../texts/languages/${view.language}.json`];
  const texts = sections && view.language !== "en" ? { code: view.language, sections } : undefined;
  return JSON.parse(prerender(JSON.stringify({ boot: bootForTests(change), view, texts })));
}

/** Returns the markup of the server. */
function htmlOf(view: View): string {
  const page = document.createElement("div");
  page.innerHTML = prerendered(view).html;
  return withoutIds(page);
}

/** Returns what the browser draws. */
function drawn(view: View): string {
  const { container } = render(
    <FlowScreen boot={bootForTests()} run={runOf(view)} idleTimer={createIdleTimer(() => false)} />,
  );
  return withoutIds(container);
}

function runOf(view: View): FlowRun {
  const run = {
    view: () => view,
    round: () => 0,
    engine: () => "starting",
    subscribe: () => () => {},
    startEngine: vi.fn(),
  };
  return run as unknown as FlowRun;
}

/** Returns the markup without what only one of both has: the order of attributes, React's ids, what is selected, and styles, which stand in rules. */
function withoutIds(page: Element): string {
  for (const element of page.querySelectorAll("*")) {
    const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as const);
    for (const [name] of attributes) element.removeAttribute(name);
    for (const [name, value] of attributes.sort(([one], [other]) => one.localeCompare(other))) {
      if (!/^((data-)?style|selected)$/.test(name) && !/^rows-/.test(value))
        element.setAttribute(name, value);
    }
  }
  const ids: string[] = [];
  return page.innerHTML.replace(/_[rR]_\w*_/g, (id) => {
    if (!ids.includes(id)) ids.push(id);
    return `#${ids.indexOf(id)}`;
  });
}
