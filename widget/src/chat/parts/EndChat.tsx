import { useRef } from "react";
import type { ChatRun } from "../connection/chatRun";
import { useChat } from "../connection/useChat";
import { useChatText } from "../texts/useChatText";
import { EndChatDialog } from "./EndChatDialog";

interface Props {
  run: ChatRun;
  /** Only the icon is visible, where there is no room for the text. */
  iconOnly?: boolean;
}

/** A button that ends the chat after a confirmation. Present only while the chat is open (docs/chat.md#status). */
export function EndChat({ run, iconOnly = false }: Props) {
  const text = useChatText();
  const { status, archiving, phase } = useChat(run);
  const dialog = useRef<HTMLDialogElement>(null);
  if (phase !== "shown" || status !== "open") return null;
  return (
    <>
      <button
        type="button"
        className={iconOnly ? "icon-button" : "quiet-button"}
        aria-haspopup="dialog"
        title={iconOnly ? text("end_chat") : undefined}
        onClick={() => dialog.current?.showModal()}
      >
        {iconOnly && <ArchiveIcon />}
        <span className={iconOnly ? "visually-hidden" : undefined}>{text("end_chat")}</span>
      </button>
      <EndChatDialog dialog={dialog} archiving={archiving} send={run.send} />
    </>
  );
}

function ArchiveIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 5h16v4H4zm1.5 4v9.5a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9M10 13h4" />
    </svg>
  );
}
