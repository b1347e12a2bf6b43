import type { Boot } from "../boot";
import type { ChatAccess } from "../chat/access";
import { loadChunk } from "../errors/loadChunk";
import { PulsenError } from "../errors/pulsenError";
import { startFlow } from "../flow/startFlow";
import { loadKinds } from "../questions/kinds";
import { isFeedbackGiven } from "../storage/nodeHistory";
import { loadCatalog } from "../texts/catalog";
import type { ChatModule, Content } from "./content";
import { followIdentity } from "./followIdentity";
import type { LoaderConnection } from "./loaderConnection";
import { watchChat } from "./watchChat";

/**
 * Starts the flow, unless the visitor's answers would be refused.
 *
 * @param onChat called with the flow's language when the flow leads to a chat.
 */
export async function loadFlow(
  boot: Boot,
  loader: LoaderConnection,
  onChat: (access: ChatAccess, flowLanguage: string) => void,
): Promise<Content> {
  const { error, unavailable } = boot;
  if (error) return { kind: "error", messageKey: error };
  if (unavailable) return { kind: "unavailable", unavailable };
  if (isUsedUp(boot)) {
    await loadCatalog(fallbackLanguage(boot, loader));
    return { kind: "already_given" };
  }
  const { query, originUrl, language } = loader.hello;
  const visit = {
    query: new URLSearchParams(query),
    originUrl,
    widgetLanguage: language,
    isOpen: loader.isOpen,
  };
  const starting = startFlow(boot, visit, {
    postToHost: (message, data, delayMs) => loader.send({ type: "host_message", message, data, delayMs }),
    expectChat: () => void loadChatModule().catch(() => {}),
    openChat: (access) => onChat(access, flow.run.view().language),
    originUrl: loader.originUrl,
  });
  const [flow] = await Promise.all([starting, loadKinds(boot.flow)]);
  await loadCatalog(flow.run.view().language);
  const stopFollowing = followIdentity(loader, flow.customer);
  const stop = () => {
    stopFollowing();
    flow.stop();
  };
  return { kind: "flow", ...flow, stop };
}

/** Returns whether the server would refuse another feedback, by the rule of the node or of the widget. */
function isUsedUp({ node, widget }: Boot): boolean {
  const nodeId = node?.id;
  const rules = [node, widget].filter((rule) => rule?.prevent_multiple_feedback);
  return (
    nodeId !== undefined &&
    rules.some((rule) => isFeedbackGiven(nodeId, rule?.multiple_feedback_delay_period, Date.now()))
  );
}

/** Opens a chat. @throws {PulsenError} if the feedback id or the chat token is missing. */
export async function loadChat(
  boot: Boot,
  loader: LoaderConnection,
  access: ChatAccess,
  flowLanguage?: string,
): Promise<Content> {
  if (!access.feedbackId || !access.token) {
    throw new PulsenError("The stored chat has no feedback id or no chat token.");
  }
  const chatModule = await loadChatModule();
  await chatModule.loadChatTexts(flowLanguage ?? fallbackLanguage(boot, loader));
  const run = chatModule.openChat(boot.api_base, access, loader.isOpen());
  watchChat(run, loader);
  return { kind: "chat", run, chatModule, ...(flowLanguage !== undefined && { flowLanguage }) };
}

/** Returns the language of a chat whose feedback has none. */
export function fallbackLanguage(boot: Boot, loader: LoaderConnection): string {
  return loader.hello.language ?? boot.language;
}

function loadChatModule(): Promise<ChatModule> {
  return loadChunk("chat", () => import("../chat"));
}
