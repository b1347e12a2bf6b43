import { useId } from "react";
import type { ChatTextKey } from "../texts/catalog";
import { useChatText } from "../texts/useChatText";
import { type ChatState, isOver } from "../timeline/timeline";
import type { ChatDetail } from "../timeline/wire";
import { Composer } from "./Composer";

interface Props {
  state: ChatState;
  detail: ChatDetail;
  onSend: (body: string) => void;
  /** Begins a new feedback; absent where there is no way to. */
  onNew: (() => void) | undefined;
}

/** What stands under the log: the box to write in, and why it is closed where it is (specification, section 4.6). */
export function ChatFoot({ state, detail, onSend, onNew }: Props) {
  const text = useChatText();
  const noteId = useId();
  const isOutOfHours = detail.node.operating === false && !isOver(state.status);
  const note = isOutOfHours ? "out_of_hours" : NOTES[state.status];
  return (
    <footer className="chat__foot">
      <p className="connection-note" role="status">
        {state.offline ? text("offline") : state.lost ? text("reconnecting") : ""}
      </p>
      <div className="chat-note" role="status">
        {note && <p id={noteId}>{text(note)}</p>}
      </div>
      {isOver(state.status) && onNew && (
        <button type="button" className="button button--link" onClick={onNew}>
          {text("new_feedback")}
        </button>
      )}
      {/* Out of hours there is no box at all; what was begun in it is there again when it is back. */}
      <div hidden={isOutOfHours}>
        <Composer isOff={state.status !== "open" || isOutOfHours} noteId={note && noteId} onSend={onSend} />
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
