import { useId, useState } from "react";
import { NewFeedbackButton } from "../../shell/NewFeedbackButton";
import type { Draft } from "../access/draft";
import type { ChatRun } from "../connection/chatRun";
import type { EmailApi } from "../connection/emailApi";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { type ComposedMessage, Composer } from "./Composer";
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
  const isOutsideHours = detail.node.operating === false && !isOver(state.status);
  const note = isOutsideHours ? "out_of_hours" : joined.isJoined ? "joined" : NOTES[state.status];
  return (
    <footer className="chat__footer">
      <p className="connection-note" role="status">
        {state.offline ? text("offline") : state.lost ? text("reconnecting") : ""}
      </p>
      <TypingStatus typing={state.presence.typing} businessName={businessName} />
      <div className="chat-note" role="status">
        {note && <p id={noteId}>{text(note)}</p>}
      </div>
      {isOver(state.status) && <NewFeedbackButton onNew={onNew} />}
      {email && detail.email_enabled && (detail.email || !isOver(state.status)) && (
        <EmailPart api={email} known={detail} />
      )}
      {/* Hidden instead of unmounted outside working hours, so that a draft is kept. */}
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
    </footer>
  );
}

const NOTES: Record<ChatState["status"], ChatTextKey | undefined> = {
  open: undefined,
  queued: "queued",
  closed: "closed",
  archived: "archived",
};

/** Tells whether somebody has just taken the chat from the queue. The visitor's first message ends that. */
function useJoined({ status }: ChatState) {
  const [wasQueued, setWasQueued] = useState(false);
  if (status === "queued" && !wasQueued) setWasQueued(true);
  if (isOver(status) && wasQueued) setWasQueued(false);
  return { isJoined: wasQueued && status === "open", forget: () => setWasQueued(false) };
}
