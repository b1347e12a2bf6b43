import { loadChunk } from "../basics/loadChunk";
import type { Boot } from "../boot/boot";
import type { ChatAccess } from "../chat/access/chatAccess";
import type { PreviousFeedback } from "../chat/previousFeedbacks/previousApi";
import { PulsenError } from "../errors/pulsenError";
import { startFlow } from "../flow/startFlow";
import { loadKinds } from "../questions/kinds";
import { type ChatRecord, keepActiveChat, keepChat, updateChat } from "../storage/chatRecords";
import { isFeedbackGiven } from "../storage/nodeHistory";
import { presentOwner, watchOwner } from "../storage/owner";
import { isWithinPeriod } from "../storage/period";
import { loadCatalog } from "../texts/catalog";
import type { ChatModule, Content } from "./content";
import { followHost } from "./followHost";
import { followIdentity } from "./followIdentity";
import type { LoaderConnection } from "./loaderConnection";
import { showInHost } from "./showInHost";
import { type ChatSurroundings, watchChat } from "./watchChat";

/**
 * Starts the flow, unless the visitor's answers would be refused.
 *
 * @param onChat called with the flow's language when the flow leads to a chat.
 * @param onGiven called when the server says that it would refuse what the visitor has not begun to answer.
 * @param chosenLanguage the language in which the visitor has just given another feedback.
 */
export async function loadFlow(
  boot: Boot,
  loader: LoaderConnection,
  onChat: (access: ChatAccess, flowLanguage: string) => void,
  onGiven: () => void,
  chosenLanguage?: string,
): Promise<Content> {
  const { error, unavailable } = boot;
  if (error) return { kind: "error", messageKey: error };
  if (unavailable) return { kind: "unavailable", unavailable };
  if (isUsedUp(boot, loader)) return { kind: "already_given" };
  const visit = {
    query: new URLSearchParams(loader.query()),
    originUrl: loader.originUrl(),
    widgetLanguage: loader.language(),
    isOpen: loader.isOpen,
    followOpen: (listener: () => void) => loader.listen(({ type }) => type === "visibility" && listener()),
    onGiven(at: number, hasAnswered: boolean) {
      loader.noteFeedback(at);
      if (!hasAnswered) onGiven();
    },
  };
  const owner = presentOwner();
  let isStopped = false;
  const flow = await startFlow(boot, visit, loadKinds, {
    postToHost: (message, data, delayMs) => loader.send({ type: "host_message", message, data, delayMs }),
    expectChat(access) {
      // Its feedback arrives only now: anyone who is here has something else on the page, and may be another person.
      if (isStopped) return keepChat(nodeIdOf(boot), access, owner);
      // Now: the visitor may leave before the chat opens.
      keepActiveChat(nodeIdOf(boot), access);
      void loadChatModule().catch(() => {});
    },
    openChat(access) {
      if (!isStopped) onChat(access, flow.run.view().language);
    },
    originUrl: loader.originUrl,
    feedbackGiven: loader.noteFeedback,
    reportAnalytics: (event) => loader.send({ type: "analytics", event }),
    ...(loader.hello.inline && { showElement: (element: Element) => showInHost(loader, element) }),
  });
  await loadCatalog(flow.run.view().language);
  const stopWatching = loader.listen(({ type }) => type === "visibility" && flow.analytics?.seen());
  const stops = [followIdentity(loader, flow.customer), followHost(loader, flow.run), stopWatching];
  if (chosenLanguage !== undefined) flow.run.send({ type: "language", code: chosenLanguage });
  const stop = () => {
    isStopped = true;
    for (const stopOne of stops) stopOne();
    flow.stop();
  };
  return { kind: "flow", ...flow, stop };
}

/** Returns whether the visitor can give another feedback now. */
export function canStartFlow(boot: Boot, loader: LoaderConnection): boolean {
  return !boot.error && !boot.unavailable && !isUsedUp(boot, loader);
}

/** Returns whether the server would refuse another feedback, by the rule of the node or of the widget. */
function isUsedUp({ node, widget }: Boot, loader: LoaderConnection): boolean {
  if (!node) return false;
  const now = Date.now();
  const rules = [node, widget].filter((rule) => rule?.prevent_multiple_feedback);
  return rules.some((rule) => {
    const days = rule?.multiple_feedback_delay_period;
    return isFeedbackGiven(node.id, days, now) || isWithinPeriod(days, loader.feedbackGivenAt(), now);
  });
}

/** Opens a chat. @throws {PulsenError} if the feedback id or the chat token is missing. */
export async function loadChat(
  boot: Boot,
  loader: LoaderConnection,
  chat: ChatRecord,
  surroundings: Omit<ChatSurroundings, "isSamePerson">,
  flowLanguage?: string,
): Promise<Content> {
  const isSamePerson = watchOwner();
  const { feedbackId, token } = chat;
  if (!feedbackId || !token) {
    updateChat(nodeIdOf(boot), feedbackId, { status: "refused" });
    throw new PulsenError("The stored chat has no feedback id or no chat token.");
  }
  const chatModule = await loadChatModule();
  await chatModule.loadChatTexts(flowLanguage ?? fallbackLanguage(boot, loader));
  const run = chatModule.openChat(boot.api_base, chat, loader.isOpen(), chat.seen);
  watchChat(run, loader, nodeIdOf(boot), chat, { ...surroundings, isSamePerson });
  if (boot.widget?.reply_sound) {
    loadChunk("reply_sound", () => import("./replySound")).then(
      ({ playReplySounds }) => playReplySounds(run, surroundings.tabs),
      () => {},
    );
  }
  return { kind: "chat", feedbackId, run, chatModule, ...(flowLanguage !== undefined && { flowLanguage }) };
}

/**
 * Loads the list of previous feedbacks, and begins to ask for what is in it.
 *
 * @param flowLanguage the language of the flow that the visitor comes from.
 * @param onLoaded called with what the server has answered.
 */
export async function loadPrevious(
  boot: Boot,
  loader: LoaderConnection,
  flowLanguage: string | undefined,
  onLoaded: (items: readonly PreviousFeedback[]) => void,
): Promise<Content> {
  const chatModule = await loadChatModule();
  const language = flowLanguage ?? fallbackLanguage(boot, loader);
  await chatModule.loadChatTexts(language);
  const list = chatModule.createPreviousList(boot.api_base, nodeIdOf(boot), onLoaded);
  list.load();
  return { kind: "previous", list, chatModule, language };
}

/** Returns the id of the widget's node; it is empty where there is no such node. */
export function nodeIdOf({ node, widget }: Boot): string {
  return node?.id ?? widget?.node_id ?? "";
}

/** Returns the language of a chat whose feedback has none. */
export function fallbackLanguage(boot: Boot, loader: LoaderConnection): string {
  return loader.language() ?? boot.language;
}

function loadChatModule(): Promise<ChatModule> {
  return loadChunk("chat", () => import("../chat"));
}
