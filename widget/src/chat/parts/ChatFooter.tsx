import { use, useId, useState } from "react";
import { LanguageContext } from "../../texts/useText";
import type { Draft } from "../access/draft";
import type { ChatRun } from "../connection/chatRun";
import type { EmailApi } from "../connection/emailApi";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { type ComposedMessage, Composer } from "./Composer";
import { formatOpening } from "./dates";
import { EmailPart } from "./EmailPart";
import { TypingStatus } from "./Typing";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  businessName: string | undefined;
  draft: Draft;
  email: EmailApi | undefined;
  onSend: (message: ComposedMessage) => void;
  send: ChatRun["send"];
  /** Starts a new feedback. Undefined if the visitor cannot give another one. */
  onNew: (() => void) | undefined;
}

/** The area below the log: connection status, the composer, and the reason why it is disabled (docs/chat.md#status). */
export function ChatFooter({ state, detail, businessName, draft, email, onSend, send, onNew }: Props) {
  const text = useChatText();
  const noteId = useId();
  const joined = useJoined(state);
  const isEnded = isOver(state.status);
  const isOutsideHours = detail.node.operating === false && !isEnded;
  const opening = useOpening(detail.node.opens_at);
  const key = joined.isJoined ? "joined" : NOTES[state.status];
  const note = isOutsideHours ? opening : key && text(key);
  return (
    <footer className="chat__footer">
      <p className="connection-note" role="status">
        {state.offline ? text("offline") : state.lost ? text("reconnecting") : ""}
      </p>
      <TypingStatus typing={state.presence.typing} businessName={businessName} />
      <div className="chat-note" role="status">
        {note && <p id={noteId}>{note}</p>}
      </div>
      {email && detail.email_enabled && (detail.email || !isEnded) && (
        // Outside hours an address is all that the visitor can leave.
        <EmailPart api={email} known={detail} isOpenAtFirst={isOutsideHours} />
      )}
      {isEnded && onNew && (
        <button type="button" className="button" onClick={onNew}>
          {text("new_conversation")}
        </button>
      )}
      {/* Hidden instead of unmounted outside working hours, so that a draft is kept. */}
      {!isEnded && (
        <div hidden={isOutsideHours}>
          <Composer
            isDisabled={state.status !== "open" || isOutsideHours}
            noteId={note && noteId}
            draft={draft}
            takesImages={detail.prevent_upload === false}
            limits={detail.limits}
            onType={(isEmpty) => send({ type: "typed", at: Date.now(), isEmpty })}
            onSend={(message) => {
              joined.forget();
              onSend(message);
            }}
          />
        </div>
      )}
    </footer>
  );
}

const NOTES: Record<ChatState["status"], ChatTextKey | undefined> = {
  open: undefined,
  queued: "queued",
  closed: "closed",
  archived: "archived",
};

/** Says when the business is back: by its own clocks, and by the visitor's where they show another time. */
function useOpening(opensAt: string | null | undefined): string {
  const text = useChatText();
  const language = use(LanguageContext);
  if (!opensAt) return text("out_of_hours");
  const { day, time, yours } = formatOpening(opensAt, Date.now(), language);
  if (day === undefined)
    return yours ? text("back_today_yours", { time, yours }) : text("back_today", { time });
  return yours ? text("back_at_yours", { day, time, yours }) : text("back_at", { day, time });
}

/** Tells whether somebody has just taken the chat from the queue. The visitor's first message ends that. */
function useJoined({ status }: ChatState) {
  const [wasQueued, setWasQueued] = useState(false);
  if (status === "queued" && !wasQueued) setWasQueued(true);
  if (isOver(status) && wasQueued) setWasQueued(false);
  return { isJoined: wasQueued && status === "open", forget: () => setWasQueued(false) };
}
