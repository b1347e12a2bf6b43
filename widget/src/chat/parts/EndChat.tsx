import { useRef } from "react";
import type { ChatRun } from "../connection/chatRun";
import { useChat } from "../connection/useChat";
import { useChatText } from "../texts/useChatText";
import type { ChatState } from "../timeline/timeline";
import { EndChatDialog, type EndingWords } from "./EndChatDialog";

const END_CHAT: EndingWords = {
  act: "end_chat",
  question: "end_chat_question",
  explanation: "end_chat_explanation",
  stay: "keep_chatting",
};

/** A button that ends the chat. Present only while the chat is open (docs/chat.md#status). */
export function EndChat({ run }: { run: ChatRun }) {
  const { status, archiving, phase } = useChat(run);
  if (phase !== "shown" || status !== "open") return null;
  return <EndingButton words={END_CHAT} archiving={archiving} send={run.send} />;
}

interface Props {
  words: EndingWords;
  archiving: ChatState["archiving"];
  send: ChatRun["send"];
}

/** A button that ends the chat after a confirmation. */
export function EndingButton({ words, archiving, send }: Props) {
  const text = useChatText();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className="quiet-button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {text(words.act)}
      </button>
      <EndChatDialog dialog={dialog} words={words} archiving={archiving} send={send} />
    </>
  );
}
