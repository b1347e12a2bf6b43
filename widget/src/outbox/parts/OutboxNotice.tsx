import { useEffect, useState, useSyncExternalStore } from "react";
import { exportRefused } from "../exportRefused";
import type { OutboxRecord } from "../record";
import type { OutboxSummary } from "../summary";
import { useOutboxText } from "../texts/catalog";

/** What is told of the outbox, and what the visitor can do about it. */
interface KeptNews {
  summary(): OutboxSummary;
  isUnstored(): boolean;
  remove(records: readonly OutboxRecord[]): Promise<void>;
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
  const { waiting, sent, refused } = useSyncExternalStore(kept.subscribe, kept.summary);
  const isUnstored = useSyncExternalStore(kept.subscribe, kept.isUnstored);
  const chats = sent.flatMap(chatOf);
  return (
    <div className="kept">
      <div role="status">
        {isUnstored && <p>{text("not_stored")}</p>}
        {waiting > 0 && !isUnstored && <p>{text("saved")}</p>}
        {waiting > 0 && <p>{text("waiting", { count: waiting })}</p>}
        {sent.length > 0 && <p>{text("sent", { count: sent.length })}</p>}
        {refused.length > 0 && <p>{text("refused", { count: refused.length })}</p>}
      </div>
      {chats.map((chat) => (
        <button
          key={chat.feedbackId}
          type="button"
          className="button button--secondary"
          onClick={() => {
            void kept.remove(sent.filter((record) => chatOf(record)[0]?.feedbackId === chat.feedbackId));
            openChat(chat);
          }}
        >
          <span className="button__label">{text("open_chat")}</span>
        </button>
      ))}
      {refused.length > 0 && <Refused refused={refused} kept={kept} />}
    </div>
  );
}

/** What the visitor can do with feedback that the server will never take. */
function Refused({ refused, kept }: { refused: readonly OutboxRecord[]; kept: KeptNews }) {
  const text = useOutboxText();
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(exportRefused(refused));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [refused]);
  return (
    <p className="kept__acts">
      <a className="button button--secondary" href={url} download="feedback.json">
        <span className="button__label">{text("download")}</span>
      </a>
      <button type="button" className="button button--secondary" onClick={() => void kept.remove(refused)}>
        <span className="button__label">{text("delete")}</span>
      </button>
    </p>
  );
}

function chatOf({ settled }: OutboxRecord): { feedbackId: string; token: string }[] {
  const { id, chat_token_string: token } = settled?.body ?? {};
  return id && token ? [{ feedbackId: id, token }] : [];
}
