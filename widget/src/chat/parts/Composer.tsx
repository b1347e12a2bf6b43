import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useChatText } from "../texts/useChatText";

interface Props {
  /** Nothing can be written now; what stands in `noteId` says why. */
  isOff: boolean;
  noteId: string | undefined;
  onSend: (body: string) => void;
}

/** The box to write in. Enter sends, Shift+Enter adds a line (specification, section 5). */
export function Composer({ isOff, noteId, onSend }: Props) {
  const text = useChatText();
  const id = useId();
  const [draft, setDraft] = useState("");
  const box = useGrowingBox(draft);
  const isEmpty = draft.trim() === "";

  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isEmpty || isOff) return;
    onSend(draft);
    setDraft("");
    box.current?.focus();
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    // Enter that ends the composing of a word (Japanese, Chinese, Korean) belongs to the word.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
  };

  return (
    <form className="composer" onSubmit={submit}>
      <label className="visually-hidden" htmlFor={id}>
        {text("message")}
      </label>
      <textarea
        id={id}
        ref={box}
        className="composer__box"
        rows={1}
        dir="auto"
        enterKeyHint="send"
        value={draft}
        placeholder={isOff ? "" : text("write_message")}
        disabled={isOff}
        aria-describedby={noteId}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={submitOnEnter}
      />
      <button type="submit" className="composer__send" disabled={isEmpty || isOff} title={text("send")}>
        <span className="visually-hidden">{text("send")}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 12 20 4l-4 16-4.5-6.5zm7.5 1.5L20 4" />
        </svg>
      </button>
    </form>
  );
}

/** Makes the box as high as its text; how high at most is the style sheet's. Browsers that do it themselves may. */
function useGrowingBox(draft: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    const edges = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + edges}px`;
  }, [draft]);
  return box;
}
