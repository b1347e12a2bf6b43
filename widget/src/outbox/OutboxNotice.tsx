// What the visitor is told about the outbox. It comes with the outbox: when there is something to say, there may be no network.
import { type ComponentType, lazy, Suspense, use } from "react";
import { useStore } from "../basics/useStore";
import keptStyles from "../styles/lazy/kept.css?inline";
import { LanguageContext } from "../texts/useText";
import { adoptStyles } from "../theme/adoptStyles";
import type { OutboxNoticeProps } from "./keptFeedback";
import { loadRare } from "./openOutbox";
import type { RefusedProps } from "./rare";
import { chatOf } from "./records/record";
import { savedKey, useOutboxText } from "./texts/catalog";

/** Shows the state of feedback that was saved on this device. Screen readers announce it; it takes no focus. */
function OutboxNotice({ kept, openChat }: OutboxNoticeProps) {
  const text = useOutboxText();
  const language = use(LanguageContext);
  const { waiting, sent, refused, expiresAt } = useStore(kept.subscribe, kept.summary);
  const isUnstored = useStore(kept.subscribe, kept.isUnstored);
  const chats = sent.flatMap((record) => chatOf(record) ?? []);
  return (
    <div className="kept">
      <div role="status">
        {isUnstored && <p>{text("not_stored")}</p>}
        {waiting > 0 && !isUnstored && <p>{text(savedKey())}</p>}
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

adoptStyles(keptStyles);

/** Returns the notice of one page's outbox. */
export function createOutboxNotice(props: OutboxNoticeProps): ComponentType {
  const Notice = () => <OutboxNotice {...props} />;
  Notice.displayName = "OutboxNotice";
  return Notice;
}

const Refused = lazy(async (): Promise<{ default: ComponentType<RefusedProps> }> => {
  try {
    return { default: (await loadRare()).Refused };
  } catch (error) {
    console.error(error);
    // It stays on the device until the script arrives with a later visit.
    return { default: () => null };
  }
});

/** Lets somebody deal with feedback that the server will never take, where there is some. Its script is loaded for it. */
export function LazyRefused(props: RefusedProps) {
  if (props.refused.length === 0) return null;
  return (
    <Suspense>
      <Refused {...props} />
    </Suspense>
  );
}
