import { use, useSyncExternalStore } from "react";
import { LanguageContext } from "../../texts/useText";
import { chatOf } from "../keptChats";
import type { OutboxSummary } from "../summary";
import { useOutboxText } from "../texts/catalog";
import { LazyRefused } from "./LazyRefused";
import type { RefusedActions } from "./Refused";

/** What is told of the outbox, and what the visitor can do about it. */
interface KeptNews extends RefusedActions {
  summary(): OutboxSummary;
  isUnstored(): boolean;
  subscribe(listener: () => void): () => void;
}

export interface OutboxNoticeProps {
  kept: KeptNews;
  /** Opens a chat that a feedback has led to. */
  openChat(access: { feedbackId: string; token: string }): void;
}

/** Says what becomes of feedback that was kept on this device. Screen readers announce it; it takes no focus. */
export function OutboxNotice({ kept, openChat }: OutboxNoticeProps) {
  const text = useOutboxText();
  const language = use(LanguageContext);
  const { waiting, sent, refused, expiresAt } = useSyncExternalStore(kept.subscribe, kept.summary);
  const isUnstored = useSyncExternalStore(kept.subscribe, kept.isUnstored);
  const chats = sent.flatMap((record) => chatOf(record) ?? []);
  return (
    <div className="kept">
      <div role="status">
        {isUnstored && <p>{text("not_stored")}</p>}
        {waiting > 0 && !isUnstored && <p>{text("saved")}</p>}
        {waiting > 0 && <p>{text("waiting", { count: waiting })}</p>}
        {expiresAt !== undefined && <p>{text("expires", { date: dayIn(language, expiresAt) })}</p>}
        {sent.length > 0 && <p>{text("sent", { count: sent.length })}</p>}
        {refused.length > 0 && <p>{text("refused", { count: refused.length })}</p>}
      </div>
      {chats.map((chat) => (
        <button
          key={chat.feedbackId}
          type="button"
          className="button button--secondary"
          onClick={() => {
            void kept.remove(sent.filter(({ settled }) => settled?.body.id === chat.feedbackId));
            openChat(chat);
          }}
        >
          <span className="button__label">{text("open_chat")}</span>
        </button>
      ))}
      <LazyRefused refused={refused} kept={kept} />
    </div>
  );
}

/** Writes a day in a language. */
function dayIn(language: string, at: number): string {
  const write = (code?: string) => new Date(at).toLocaleDateString(code, { dateStyle: "long" });
  try {
    return write(language);
  } catch {
    // Operators choose codes freely: the browser may not know this one.
    return write();
  }
}
