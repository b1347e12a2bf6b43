import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Boot } from "../boot/boot";
import { ChatShell } from "../chat/ChatShell";
import { ChatSkeleton } from "../chat/ChatSkeleton";
import chatStyles from "../chat/styles/shell.css?inline";
import type { View } from "../engine/types";
import { FlowScreen } from "../flow/FlowScreen";
import { createIdleTimer } from "../flow/idleTimer";
import { FrameFlow } from "../frame/FrameFlow";
import frameStyles from "../frame/frame.css?inline";
import { NO_LOADER } from "../frame/noLoader";
import { RowsClassContext } from "../inputs/rowsClass";
import { firstStep } from "../pace/steps";
import { COMMON_KINDS } from "../questions/commonKinds";
import { addKinds } from "../questions/kinds";
import { LAZY_KINDS } from "../questions/lazyKinds";
import type { FlowRun } from "../run/flowRun";
import { createNotices } from "../run/notices";
import { StatusPage } from "../status/StatusPage";
import { servedStatus } from "../status/status";
import lazyStyles from "../styles/lazy/index.css?inline";
import paceStyles from "../styles/lazy/pace.css?inline";
import type { Sections } from "../texts/languageFiles";
import { addTexts, hasTexts } from "../texts/loadLanguage";
import { LanguageContext } from "../texts/useText";
import { themeProperties } from "../theme/applyTheme";
import { withoutIntl } from "./intl";
import { createRowsRules } from "./rowsRules";
import { moveStyles } from "./styleAttributes";

/** What a page is rendered from: its boot data, and the first view of its flow if it shows one. */
interface Input {
  boot: Partial<Boot> & Pick<Boot, "language" | "route">;
  view?: View;
  /** The file of the language whose texts the page shows, with its code. Absent for English ones. */
  texts?: { code: string; sections: Sections };
}

/** What the server puts into the page. */
interface Output {
  /** The content of the page's root element. */
  html: string;
  /** The rules that the content needs beside the page's style sheet. */
  styles: string;
}

/** What React writes before everything that has images: the browser finds these soon enough. */
const IMAGE_HINTS = /^(<link [^>]*>)+/;

addKinds(LAZY_KINDS);

/**
 * Renders what a page shows first as HTML (docs/api.md#first-paint). The server runs this script in an engine of its own
 * (backend/src/pages/prerenderer/); the browser's scripts draw the same components over it.
 *
 * @param input JSON of `Input`.
 * @returns JSON of `Output`.
 * @throws where the HTML would differ from what browsers show: a language or a question whose form depends on the browser.
 */
export function prerender(input: string): string {
  const { boot: given, view: whole, texts }: Input = JSON.parse(input);
  const boot: Boot = { node: null, flow: null, url_language: null, api_base: ".", ...given };
  if (texts && !hasTexts(whole?.language ?? boot.language)) addTexts(texts.code, texts.sections);
  const isChat = boot.route === "chat";
  const isPaced = boot.flow?.pace === "one";
  const view = whole && isPaced ? firstStep(whole, boot.flow?.ahead) : whole;
  const rows = createRowsRules();
  const markup = withoutIntl(() =>
    renderToStaticMarkup(
      <RowsClassContext value={rows.classOf}>
        {view ? flowPage(boot, view) : isChat ? chatPage(boot) : statusPage(boot)}
      </RowsClassContext>,
    ),
  );
  const { html, rules } = moveStyles(markup.replace(IMAGE_HINTS, ""));
  const color = boot.widget?.primary_color ?? boot.node?.primary_color;
  const theme = themeProperties(color).map(([name, value]) => `${name}:${value}`);
  const lazy = view?.elements.some((element) => "style" in element && !(element.style in COMMON_KINDS));
  const frame = isInFrame(boot) && view;
  const output: Output = {
    html,
    styles: [
      frame ? frameStyles : "",
      isChat ? chatStyles : "",
      lazy ? lazyStyles : "",
      isPaced ? paceStyles : "",
      `:root{${theme.join(";")}}`,
      rows.rules(),
      rules,
    ].join(""),
  };
  return JSON.stringify(output);
}

function flowPage(boot: Boot, view: View): ReactNode {
  const run = runThatShows(view);
  if (isInFrame(boot))
    return (
      <FrameFlow boot={boot} loader={NO_LOADER} run={run} uploads={undefined} notices={createNotices()} />
    );
  const idleTimer = createIdleTimer(
    () => false,
    () => 0,
  );
  return <FlowScreen boot={boot} run={run} idleTimer={idleTimer} />;
}

/** Returns whether the flow is shown between the header and the footer of the widget's frame. */
function isInFrame({ route }: Boot): boolean {
  return route === "widget" || route === "flow_preview";
}

function chatPage(boot: Boot): ReactNode {
  return (
    <ChatShell boot={boot} language={boot.language}>
      <ChatSkeleton />
    </ChatShell>
  );
}

function statusPage(boot: Boot): ReactNode {
  const status = servedStatus(boot);
  if (!status) throw new Error("A page without a first view has a status.");
  return (
    <LanguageContext value={boot.language}>
      <StatusPage boot={boot} status={status} />
    </LanguageContext>
  );
}

/** Returns a run that nobody moves. */
function runThatShows(view: View): FlowRun {
  return {
    view: () => view,
    round: () => 0,
    engine: () => "starting",
    subscribe: () => () => {},
    send() {},
    startEngine() {},
    replace() {},
    report: () => ({ actions: [], firstResponseMs: undefined }),
  };
}
