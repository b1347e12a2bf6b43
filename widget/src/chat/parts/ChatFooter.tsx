import { useId } from "react";
import type { Draft } from "../draft";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { Composer } from "./Composer";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  draft: Draft;
  onSend: (body: string) => void;
  /** Starts a new feedback. Undefined if the visitor cannot give another one. */
  onNew: (() => void) | undefined;
}

/** The area below the log: connection status, the composer, and the reason why it is disabled (docs/chat.md#status). */
export function ChatFooter({ state, detail, draft, onSend, onNew }: Props) {
  const text = useChatText();
  const noteId = useId();
  const isOutsideHours = detail.node.operating === false && !isOver(state.status);
  const note = isOutsideHours ? "out_of_hours" : NOTES[state.status];
  return (
    <footer className="chat__footer">
      <p className="connection-note" role="status">
        {state.offline ? text("offline") : state.lost ? text("reconnecting") : ""}
      </p>
      <div className="chat-note" role="status">
        {note && <p id={noteId}>{text(note)}</p>}
      </div>
      {isOver(state.status) && onNew && (
        <button type="button" className="button button--secondary" onClick={onNew}>
          {text("new_feedback")}
        </button>
      )}
      {/* Hidden instead of unmounted outside working hours, so that a draft is kept. */}
      <div hidden={isOutsideHours}>
        <Composer
          isDisabled={state.status !== "open" || isOutsideHours}
          noteId={note && noteId}
          draft={draft}
          onSend={onSend}
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
