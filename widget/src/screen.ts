import type { ReactNode } from "react";
import { type Boot, type FlowOutline, isPreview, type Unavailability } from "./boot";
import type { ChatAccess } from "./chat/access";
import { loadChunk } from "./errors/loadChunk";
import { messageKeyOf, PulsenError } from "./errors/pulsenError";
import { type StartedFlow, startFlow } from "./flow/startFlow";
import { greetLoader } from "./frame/handshake";
import { originUrl } from "./shell/pageAddress";
import { isLinkUsedUp, recordLinkDisplay } from "./storage/linkChannels";
import { loadCatalog, type TextKey } from "./texts/catalog";

/** What the page shows, and the language that it starts in. */
export type Screen = { language: string } & (
  | ({ kind: "flow" } & StartedFlow)
  /** A part of the application with its own script: the chat, or the widget's frame. */
  | { kind: "part"; content: ReactNode }
  | { kind: "already_given" }
  | { kind: "unavailable"; unavailable: Unavailability }
  | { kind: "error"; messageKey: TextKey }
);

/** What screens need of `render.tsx`, which is loaded meanwhile. */
interface Renderer {
  /** Loads the components for these question styles. */
  loadKinds(flow: FlowOutline | null): Promise<void>;
}

/** Decides what the page shows and loads what that needs. Never rejects: a failure is a screen too. */
export async function prepareScreen(
  boot: Boot,
  query: URLSearchParams,
  chatAccess: ChatAccess | undefined,
  renderer: Promise<Renderer>,
): Promise<Screen> {
  const { language } = boot;
  const texts = loadCatalog(language);
  try {
    switch (boot.route) {
      case "chat":
        return { kind: "part", content: await prepareChat(boot, chatAccess), language };
      case "widget":
        return { kind: "part", content: await prepareFrame(boot, query), language };
      default:
        return await prepareFlow(boot, query, renderer);
    }
  } catch (error) {
    console.error("The page could not be started:", error);
    return { kind: "error", messageKey: messageKeyOf(error), language };
  } finally {
    await texts;
  }
}

async function prepareFlow(boot: Boot, query: URLSearchParams, renderer: Promise<Renderer>): Promise<Screen> {
  if (boot.error) return { kind: "error", messageKey: boot.error, language: boot.language };
  const { unavailable } = boot;
  if (unavailable) return { kind: "unavailable", unavailable, language: boot.language };
  if (boot.already_given || (!isPreview(boot, query) && isUsedUp(boot)))
    return { kind: "already_given", language: boot.language };
  const visit = { query, originUrl: originUrl(window.location, query) };
  const kinds = renderer.then(({ loadKinds }) => loadKinds(boot.flow));
  const [flow] = await Promise.all([startFlow(boot, visit), kinds]);
  const { language } = flow.run.view();
  await loadCatalog(language);
  return { kind: "flow", ...flow, language };
}

/** @throws {PulsenError} where neither the address nor storage has the chat's feedback id and token. */
async function prepareChat(boot: Boot, access: ChatAccess | undefined): Promise<ReactNode> {
  if (!access) throw new PulsenError("The address names no chat, or has no token for it.", "wrong_url");
  const { prepareChatPage } = await loadChunk("chat", () => import("./chat"));
  return prepareChatPage(boot, access);
}

/** @throws {PulsenError} where the page is not in a frame. */
async function prepareFrame(boot: Boot, query: URLSearchParams): Promise<ReactNode> {
  if (window.parent === window) throw new PulsenError("The widget's page must be in a frame.", "wrong_url");
  const greeted = greetLoader(query.get("code") ?? "");
  const { prepareWidgetFrame } = await loadChunk("frame", () => import("./frame"));
  const greeting = await greeted;
  return prepareWidgetFrame(boot, greeting, greeting.hello.language ?? boot.language);
}

/** Records that a link page is displayed, and returns whether its visitor has given the one feedback already. */
function isUsedUp({ node }: Boot): boolean {
  if (!node?.prevent_multiple_feedback) return false;
  const { id, multiple_feedback_delay_period: periodDays } = node;
  const now = Date.now();
  if (isLinkUsedUp(id, periodDays, now)) return true;
  recordLinkDisplay(id, periodDays, now);
  return false;
}
