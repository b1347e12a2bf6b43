import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { Draft } from "../draft";
import { useChatText } from "../texts/useChatText";

interface Props {
  isDisabled: boolean;
  /** The id of the element that explains why the composer is disabled. */
  noteId: string | undefined;
  /** Where the text is kept until it is sent. */
  draft: Draft;
  onSend: (body: string) => void;
}

/** The input for new messages. Enter sends the message, Shift+Enter adds a line (docs/chat.md#sending). */
export function Composer({ isDisabled, noteId, draft, onSend }: Props) {
  const text = useChatText();
  const id = useId();
  const [body, setBody] = useState(draft.read);
  const textArea = useAutoGrow(body);
  const isEmpty = body.trim() === "";
  const change = (text: string) => {
    setBody(text);
    draft.write(text);
  };

  const submit = () => {
    if (isEmpty || isDisabled) return;
    onSend(body);
    change("");
    textArea.current?.focus();
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    // Enter that confirms an input method's composition (Japanese, Chinese, Korean) must not send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    // No form: sandboxed hosts may not allow one to be submitted (docs/widget.md#sandboxed-hosts).
    <div className="composer">
      <label className="visually-hidden" htmlFor={id}>
        {text("message")}
      </label>
      <textarea
        id={id}
        ref={textArea}
        className="composer__input"
        rows={1}
        dir="auto"
        enterKeyHint="send"
        value={body}
        placeholder={isDisabled ? "" : text("write_message")}
        disabled={isDisabled}
        aria-describedby={noteId}
        onChange={({ target }) => change(target.value)}
        onKeyDown={submitOnEnter}
      />
      <button
        type="button"
        className="composer__send"
        disabled={isEmpty || isDisabled}
        title={text("send")}
        onClick={submit}
      >
        <span className="visually-hidden">{text("send")}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12 20 4l-4 16-4.5-6.5zm7.5 1.5L20 4" />
        </svg>
      </button>
    </div>
  );
}

/** Makes a text area as high as its content, in browsers without `field-sizing`. CSS sets the maximum height. */
function useAutoGrow(body: string) {
  const textArea = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = textArea.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }, [body]);
  return textArea;
}
