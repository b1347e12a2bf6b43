import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { isComposing } from "../../inputs/isComposing";
import type { Draft } from "../access/draft";
import { useChatText } from "../texts/useChatText";
import type { ChatFile } from "../timeline/pendingMessages";
import type { ChatDetail } from "../timeline/wire";
import { Attachments } from "./lazyAttachments";

/** A message as the visitor has written it. */
export interface ComposedMessage {
  body: string;
  attachment?: ChatFile;
}

interface Props {
  isDisabled: boolean;
  /** The id of the element that explains why the composer is disabled. */
  noteId: string | undefined;
  /** Where the text is kept until it is sent. */
  draft: Draft;
  /** Whether images can be sent. */
  takesImages: boolean;
  limits: ChatDetail["limits"];
  /** The visitor has changed the text. */
  onType: (isEmpty: boolean) => void;
  onSend: (message: ComposedMessage) => void;
}

/** The number of characters is shown once fewer than this part of the most are left. */
const SHOWN_FROM = 0.1;

/** The input for new messages. Enter sends the message, Shift+Enter adds a line (docs/chat.md#sending). */
export function Composer({ isDisabled, noteId, draft, takesImages, limits, onType, onSend }: Props) {
  const text = useChatText();
  const id = useId();
  const limitId = useId();
  const [body, setBody] = useState(draft.read);
  const textArea = useAutoGrow(body);
  const [chosen, setChosen] = useState<ChatFile>();
  const attachment = takesImages ? chosen : undefined;
  const isEmpty = body.trim() === "" && !attachment;
  const left = charactersLeft(body, limits?.message_length);
  const isTooLong = left !== undefined && left < 0;
  const cannotSend = isEmpty || isTooLong || isDisabled;
  const change = (text: string) => {
    setBody(text);
    draft.write(text);
  };

  const submit = () => {
    if (cannotSend) return;
    onSend({ body, ...(attachment && { attachment }) });
    change("");
    setChosen(undefined);
    textArea.current?.focus();
  };
  const submitOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };

  return (
    // No form: sandboxed hosts may not allow one to be submitted (docs/widget.md#sandboxed-hosts).
    <div className="composer">
      {takesImages && (
        <Attachments
          attachment={attachment}
          isDisabled={isDisabled}
          mostBytes={limits?.attachment_bytes}
          onChange={setChosen}
        />
      )}
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
        aria-describedby={[noteId, left !== undefined && limitId].filter(Boolean).join(" ") || undefined}
        aria-invalid={isTooLong || undefined}
        onChange={({ target }) => {
          change(target.value);
          onType(target.value.trim() === "");
        }}
        onKeyDown={submitOnEnter}
      />
      <SendButton isDisabled={cannotSend} onPress={submit} />
      {left !== undefined && (
        <p id={limitId} className={`composer__limit ${isTooLong ? "composer__limit--over" : ""}`}>
          {isTooLong ? text("characters_over", { count: -left }) : text("characters_left", { count: left })}
        </p>
      )}
      <LimitStatus isTooLong={isTooLong}>{text("characters_over", { count: -(left ?? 0) })}</LimitStatus>
    </div>
  );
}

function SendButton({ isDisabled, onPress }: { isDisabled: boolean; onPress: () => void }) {
  const text = useChatText();
  return (
    <button
      type="button"
      className="composer__send"
      disabled={isDisabled}
      title={text("send")}
      onClick={onPress}
    >
      <span className="visually-hidden">{text("send")}</span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 12 20 4l-4 16-4.5-6.5zm7.5 1.5L20 4" />
      </svg>
    </button>
  );
}

/** Says once that a message has become too long. The number, which changes with each key, is not said again. */
function LimitStatus({ isTooLong, children }: { isTooLong: boolean; children: string }) {
  const [said, setSaid] = useState<ReactNode>();
  if (isTooLong !== Boolean(said)) setSaid(isTooLong ? children : undefined);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** Returns how many characters may follow; `undefined` while that are many. Counted as by the server. */
function charactersLeft(body: string, most: number | undefined): number | undefined {
  // A character has at least one unit, so most texts need no count.
  if (most === undefined || body.length < most * (1 - SHOWN_FROM)) return undefined;
  const left = most - [...body.trim()].length;
  return left < most * SHOWN_FROM ? left : undefined;
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
