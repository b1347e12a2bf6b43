import type { ReactNode } from "react";
import { loadChunk } from "./basics/loadChunk";
import { type Boot, isPreview } from "./boot/boot";
import { readSignature } from "./boot/linkSignature";
import { originUrl } from "./boot/pageAddress";
import type { ChatAccess } from "./chat/access/chatAccess";
import { personOfLink } from "./customer/person";
import { messageKeyOf } from "./errors/pulsenError";
import { type LoadKinds, type StartedFlow, startFlow } from "./flow/startFlow";
import { type Greeting, greetLoader } from "./frame/handshake";
import type { Rounds } from "./offline/registration";
import { type Status, servedStatus } from "./status/status";
import { isLinkUsedUp, recordLinkDisplay } from "./storage/linkChannels";
import { changeOwner } from "./storage/owner";
import { loadCatalog, type TextKey } from "./texts/catalog";

/** What the page shows, and the language that it starts in. */
export type Screen = { language: string } & (
  | ({ kind: "flow" } & StartedFlow)
  /** A part of the application with its own script: the chat, the widget's frame, or a message instead of a flow. */
  | {
      kind: "part";
      content: ReactNode;
      run?: Rounds;
      /** Whether it is another view than the one that came with the page. */
      isOtherView?: boolean;
    }
  /** The page could not be started, or the widget's frame. */
  | { kind: "error"; messageKey: TextKey }
  | { kind: "failed_frame"; greeting: Greeting }
);

/** What screens need of `render.tsx`, which is loaded meanwhile. */
interface Renderer {
  /** Loads the components for these question styles. */
  loadKinds: LoadKinds;
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
        return await prepareChat(boot, chatAccess);
      case "widget":
        return await prepareFrame(boot, query);
      default:
        return await prepareFlow(boot, query, renderer);
    }
  } catch (error) {
    console.error("The page could not be started:", error);
    return { kind: "error", messageKey: messageKeyOf(error), language };
  } finally {
    // The frame answers the loader first.
    if (boot.route !== "widget") await texts;
  }
}

async function prepareFlow(boot: Boot, query: URLSearchParams, renderer: Promise<Renderer>): Promise<Screen> {
  const status = statusOf(boot, query);
  if (status) return prepareStatus(boot, status);
  const visit = {
    query,
    originUrl: originUrl(window.location, query, boot.node?.campaign_parameters ?? undefined),
  };
  const loadKinds: LoadKinds = async (flow) => (await renderer).loadKinds(flow);
  if (boot.kiosk && !isPreview(boot, query)) {
    const { prepareKiosk } = await loadChunk("kiosk", () => import("./kiosk"));
    return {
      kind: "part",
      ...(await prepareKiosk(boot, boot.kiosk, visit, loadKinds)),
      language: boot.language,
    };
  }
  // What was left by anyone who came by another link is not this visitor's.
  changeOwner(personOfLink(readSignature(query), query.get("creator_id")));
  const flow = await startFlow(boot, visit, loadKinds);
  const { language } = flow.run.view();
  await loadCatalog(language);
  if (boot.route === "flow_preview") {
    const { prepareExportPreview } = await loadChunk("frame", () => import("./frame"));
    return { kind: "part", content: prepareExportPreview(boot, flow), language };
  }
  return { kind: "flow", ...flow, language };
}

/** Returns why the page shows no flow; `undefined` if it shows one. */
function statusOf(boot: Boot, query: URLSearchParams): Status | undefined {
  const served = servedStatus(boot);
  if (served || isPreview(boot, query)) return served;
  return isUsedUp(boot) ? { kind: "already_given" } : undefined;
}

async function prepareStatus(boot: Boot, status: Status): Promise<Extract<Screen, { kind: "part" }>> {
  const { prepareStatusPage } = await loadChunk("status", () => import("./status"));
  return { kind: "part", content: prepareStatusPage(boot, status), language: boot.language };
}

/** A chat, if the address or storage has its feedback id and token. */
async function prepareChat(boot: Boot, access: ChatAccess | undefined): Promise<Screen> {
  if (!access) {
    console.error("The address names no chat, or has no token for it.");
    const status = await prepareStatus(boot, { kind: "error", messageKey: "wrong_url" });
    return { ...status, isOtherView: true };
  }
  const { prepareChatPage } = await loadChunk("chat", () => import("./chat"));
  return { kind: "part", content: await prepareChatPage(boot, access), language: boot.language };
}

async function prepareFrame(boot: Boot, query: URLSearchParams): Promise<Screen> {
  if (window.parent === window) {
    console.error("The widget's page must be in a frame.");
    return prepareStatus(boot, { kind: "error", messageKey: "wrong_url" });
  }
  const greeted = window.pulsenGreeting ?? greetLoader(query.get("code") ?? "");
  const loading = loadChunk("frame", () => import("./frame"));
  // Awaited after the greeting; until then a failure is not forgotten by anyone.
  loading.catch(() => {});
  const greeting = await greeted;
  const language = greeting.hello.language ?? boot.language;
  try {
    const content = await (await loading).prepareWidgetFrame(boot, greeting, language);
    return { kind: "part", ...content, language: boot.language };
  } catch (error) {
    // The frame has to answer the loader all the same: else the widget could not be closed.
    console.error("The widget could not be started:", error);
    return { kind: "failed_frame", greeting, language };
  }
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
