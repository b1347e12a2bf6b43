import type { ReactNode } from "react";
import { type Boot, isPreview } from "./boot";
import type { ChatAccess } from "./chat/access";
import type { Drawing } from "./drawing";
import { loadChunk } from "./errors/loadChunk";
import { messageKeyOf, PulsenError } from "./errors/pulsenError";
import { type StartedFlow, startFlow } from "./flow/startFlow";
import { greetLoader } from "./frame/handshake";
import { originUrl } from "./shell/pageAddress";
import { isLinkUsedUp } from "./storage/linkChannels";
import { loadCatalogue, type TextKey } from "./texts/catalogue";

/** What the page shows, and in which language it starts. */
export type Screen = { language: string } & (
  | ({ kind: "flow" } & StartedFlow)
  /** A part of the application that came as a file of its own: the chat, or the widget's frame. */
  | { kind: "part"; content: ReactNode }
  | { kind: "already_given" }
  | { kind: "error"; messageKey: TextKey }
);

/**
 * Finds out what to show, and loads what that needs. What goes wrong on the way is a screen too.
 *
 * @param drawing what screens are drawn with, which is on its way.
 */
export async function prepareScreen(
  boot: Boot,
  query: URLSearchParams,
  chatAccess: ChatAccess | undefined,
  drawing: Promise<Drawing>,
): Promise<Screen> {
  const language = likelyLanguage(boot);
  const texts = loadCatalogue(language);
  try {
    switch (boot.route) {
      case "chat":
        return { kind: "part", content: await prepareChat(boot, chatAccess), language };
      case "widget":
        return { kind: "part", content: await prepareFrame(boot, query, language), language };
      default:
        return await prepareFlow(boot, query, language, drawing);
    }
  } catch (error) {
    console.error("The page could not be started:", error);
    return { kind: "error", messageKey: messageKeyOf(error), language };
  } finally {
    await texts;
  }
}

async function prepareFlow(
  boot: Boot,
  query: URLSearchParams,
  likely: string,
  drawing: Promise<Drawing>,
): Promise<Screen> {
  if (boot.error) return { kind: "error", messageKey: boot.error, language: likely };
  if (!isPreview(boot, query) && isUsedUp(boot)) return { kind: "already_given", language: likely };
  const visit = { query, originUrl: originUrl(window.location, query) };
  const kinds = drawing.then(({ loadKinds }) => loadKinds(boot.flow));
  const [flow] = await Promise.all([startFlow(boot, visit), kinds]);
  const { language } = flow.run.view();
  await loadCatalogue(language);
  return { kind: "flow", ...flow, language };
}

/** @throws {PulsenError} where neither address nor storage has what opens a chat. */
async function prepareChat(boot: Boot, access: ChatAccess | undefined): Promise<ReactNode> {
  if (!access) throw new PulsenError("The address names no chat, or nothing that opens it.", "wrong_url");
  const { prepareChatPage } = await loadChunk("chat", () => import("./chat"));
  return prepareChatPage(boot, access);
}

/** @throws {PulsenError} where no page is around this one. */
async function prepareFrame(boot: Boot, query: URLSearchParams, likely: string): Promise<ReactNode> {
  if (window.parent === window)
    throw new PulsenError("The widget's frame was opened as a page.", "wrong_url");
  const greeted = greetLoader(query.get("code") ?? "");
  const { prepareWidgetFrame } = await loadChunk("frame", () => import("./frame"));
  const greeting = await greeted;
  return prepareWidgetFrame(boot, greeting, greeting.hello.language ?? likely);
}

function isUsedUp({ node }: Boot): boolean {
  if (!node?.prevent_multiple_feedback) return false;
  return isLinkUsedUp(node.id, node.multiple_feedback_delay_period, Date.now());
}

/** The page's language as far as it is known before the flow is read: its texts are asked for meanwhile. */
function likelyLanguage({ language, node, widget }: Boot): string {
  const asked = language ?? widget?.default_language_code ?? node?.default_language_id ?? "";
  return /^[a-z]{2,3}(-|$)/i.test(asked) ? asked : "en";
}
