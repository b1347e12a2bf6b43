import type { Boot } from "../boot";
import type { ChatRun } from "../chat";
import type { ChatAccess } from "../chat/access";
import { loadChunk } from "../errors/loadChunk";
import { messageKeyOf, PulsenError } from "../errors/pulsenError";
import { type StartedFlow, startFlow } from "../flow/startFlow";
import { loadKinds } from "../questions/kind";
import { activeChat, keepActiveChat, leaveActiveChat } from "../storage/chatRecords";
import { loadCatalog, type TextKey } from "../texts/catalog";
import type { Host } from "./host";
import { watchChat } from "./watchChat";

/** The chat's part of the application, once it is loaded. */
export type ChatPart = typeof import("../chat");

/** What the frame's body shows (specification, section 2.2). */
export type Content =
  | { kind: "waiting" }
  | ({ kind: "flow" } & StartedFlow)
  /** `fromFlow`: the flow's language, where the visitor was just brought here from it. */
  | { kind: "chat"; run: ChatRun; part: ChatPart; fromFlow?: string }
  | { kind: "error"; messageKey: TextKey };

/** The frame's body, and the ways from one to the other. */
export interface FrameContent {
  current(): Content;
  /** Calls `listener` after each change. Returns the way to stop it. */
  subscribe(listener: () => void): () => void;
  /** Leaves the chat for a new feedback. */
  startNew(): void;
}

/** Starts with the chat that the visitor had, or else with the flow. */
export function startContent(boot: Boot, host: Host): FrameContent {
  const listeners = new Set<() => void>();
  const nodeId = boot.node?.id ?? boot.widget?.node_id ?? "";
  let content: Content = { kind: "waiting" };

  function show(next: Content) {
    if (content.kind === "flow") content.stop();
    content = next;
    for (const listener of listeners) listener();
  }

  async function prepare(load: () => Promise<Content>) {
    try {
      show(await load());
    } catch (error) {
      console.error("The widget could not be shown:", error);
      show({ kind: "error", messageKey: messageKeyOf(error) });
    }
  }

  async function loadFlow(): Promise<Content> {
    if (boot.error) return { kind: "error", messageKey: boot.error };
    const { query, originUrl, language } = host.hello;
    const visit = { query: new URLSearchParams(query), originUrl, widgetLanguage: language };
    const starting = startFlow(boot, visit, {
      postToHost: (message, data) => host.send({ type: "host_message", message, data }),
      expectChat: () => void loadChatPart().catch(() => {}),
      openChat(access) {
        keepActiveChat(nodeId, access);
        void prepare(() => loadChat(access, flow.run.view().language));
      },
    });
    const [flow] = await Promise.all([starting, loadKinds(boot.flow)]);
    await loadCatalog(flow.run.view().language);
    return { kind: "flow", ...flow };
  }

  /** @throws {PulsenError} where one of the two is missing (specification, section 8). */
  async function loadChat(access: ChatAccess, fromFlow?: string): Promise<Content> {
    if (!access.feedbackId || !access.token)
      throw new PulsenError("A chat without its feedback or its token.");
    const part = await loadChatPart();
    await part.loadChatTexts(fromFlow ?? host.hello.language ?? "en");
    const run = part.openChat(boot.api_base, access, host.isOpen());
    watchChat(run, host);
    return { kind: "chat", run, part, ...(fromFlow !== undefined && { fromFlow }) };
  }

  const chat = activeChat(nodeId);
  void prepare(() => (chat ? loadChat(chat) : loadFlow()));

  return {
    current: () => content,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    startNew() {
      if (content.kind === "chat") content.run.send({ type: "leave" });
      leaveActiveChat(nodeId);
      show({ kind: "waiting" });
      void prepare(loadFlow);
    },
  };
}

function loadChatPart(): Promise<ChatPart> {
  return loadChunk("chat", () => import("../chat"));
}
