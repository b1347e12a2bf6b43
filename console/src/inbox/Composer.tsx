import { useQuery } from "@tanstack/react-query";
import { Image as ImageIcon, MessageSquareText, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import type { StaffChat } from "../wire";
import { CannedList } from "./CannedList";
import { useCommands } from "./Commands";
import { useCanned } from "./canned";
import { storeWhenKept, useDraft } from "./drafts";
import { useObjectAddress } from "./OutgoingView";
import { cannedQuery } from "./people";
import { useOutbox } from "./useOutbox";
import type { useOwnPresence } from "./usePresence";

/** The longest message (docs/staff.md#acts). */
const LONGEST = 5_000;

/** From here on the characters that are left are shown. */
const NEARLY = 4_500;

/** Images that the server takes (docs/chat.md#attachments). */
const IMAGES = "image/jpeg,image/png,image/webp,image/gif";

interface Props {
  chat: StaffChat;
  presence: ReturnType<typeof useOwnPresence>;
}

/** Where a reply or a note is written; for those who may not write, why there is nothing. */
export function Composer({ chat, presence }: Props) {
  const text = useText();
  const mayWrite = useSession().rights.includes("chat");
  if (!mayWrite)
    return <p className="inbox-composer inbox-composer--none soft">{text("inbox_may_not_write")}</p>;
  return <Writing chat={chat} presence={presence} />;
}

function Writing({ chat, presence }: Props) {
  const text = useText();
  const id = useId();
  const { user } = useSession();
  const { outbox } = useOutbox();
  const { writing, run } = useCommands();
  const chatId = chat.feedback_id;
  const [draft, setDraft] = useDraft(user.id, chatId);
  const [image, setImage] = useState<File | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isOver = chat.status === "closed" || chat.status === "archived";
  const isNote = draft.isNote || isOver;
  const replies = useQuery(cannedQuery(chat.node.id)).data?.items;
  const change = (body: string) => {
    // What is begun as a note stays one when somebody reopens the chat meanwhile.
    setDraft({ body, isNote: body === "" ? draft.isNote : isNote });
    if (body === "") presence.stop();
    else presence.write(!isNote);
  };
  const canned = useCanned({ area, body: draft.body, replies: replies ?? [], onChange: change });
  useGrowing(area, draft.body);

  useEffect(() => {
    writing.current = (what) => {
      if (what !== "canned") setDraft({ ...draft, isNote: what === "note" });
      area.current?.focus();
      if (what === "canned") canned.begin();
    };
    return () => {
      writing.current = null;
    };
  });
  const left = LONGEST - draft.body.length;
  const isEmpty = draft.body.trim() === "" && !image;
  const send = () => {
    if (isEmpty || left < 0 || !outbox) return;
    const kept = outbox.add({
      key: crypto.randomUUID(),
      user: user.id,
      chat: chatId,
      kind: isNote ? "note" : "reply",
      body: draft.body.trim(),
      image,
      writtenAt: Date.now(),
      refusal: null,
    });
    presence.stop();
    setDraft({ body: "", isNote: false });
    storeWhenKept(kept);
    setImage(null);
    area.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || canned.press(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      area.current?.blur();
    }
  };
  const choose = (isNote: boolean) => {
    setDraft({ ...draft, isNote });
    area.current?.focus();
  };
  return (
    <form
      className={`inbox-composer${isNote ? " inbox-composer--note" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset would be drawn around it. */}
      <div className="inbox-composer__kinds" role="group" aria-label={text("inbox_kind")}>
        <button
          type="button"
          className="inbox-kind"
          aria-pressed={!isNote}
          disabled={isOver}
          onClick={() => choose(false)}
        >
          {text("inbox_reply")}
        </button>
        <button type="button" className="inbox-kind" aria-pressed={isNote} onClick={() => choose(true)}>
          {text("inbox_note")}
        </button>
        {isOver && (
          <span className="inbox-composer__over small soft">
            {text("inbox_over")}
            <Button kind="link" onPress={() => run("reopen", [chatId])}>
              {text("inbox_reopen")}
            </Button>
          </span>
        )}
      </div>
      {canned.isOpen && <CannedList id={`${id}-canned`} canned={canned} />}
      {image && <ChosenImage image={image} onRemove={() => setImage(null)} />}
      <textarea
        ref={area}
        className="inbox-composer__area"
        dir="auto"
        rows={1}
        aria-label={text(isNote ? "inbox_write_note" : "inbox_write_reply")}
        placeholder={text(isNote ? "inbox_note_hint" : "inbox_reply_hint")}
        aria-describedby={left < LONGEST - NEARLY ? `${id}-left` : undefined}
        aria-autocomplete="list"
        aria-controls={canned.isOpen ? `${id}-canned` : undefined}
        aria-activedescendant={canned.isOpen ? `${id}-canned-${canned.at}` : undefined}
        value={draft.body}
        onChange={(event) => change(event.target.value)}
        onSelect={canned.look}
        onBlur={canned.end}
        onKeyDown={press}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files].find(({ type }) => IMAGES.split(",").includes(type));
          if (!pasted) return;
          event.preventDefault();
          setImage(pasted);
        }}
      />
      <div className="inbox-composer__row">
        <ImageButton onChoose={setImage} />
        <IconButton
          icon={MessageSquareText}
          label={text("inbox_canned")}
          keys=":"
          onPress={() => writing.current?.("canned")}
        />
        {left < LONGEST - NEARLY && (
          <span
            id={`${id}-left`}
            className={`inbox-composer__left small${left < 0 ? " inbox-composer__left--none" : ""}`}
          >
            {left < 0 ? text("inbox_too_long", { count: -left }) : text("inbox_left", { count: left })}
          </span>
        )}
        <span className="inbox-composer__send">
          <Button type="submit" size="small" icon={SendHorizontal} isDisabled={isEmpty || left < 0}>
            {text(isNote ? "inbox_save_note" : "inbox_send")}
          </Button>
        </span>
      </div>
    </form>
  );
}

function ImageButton({ onChoose }: { onChoose: (file: File) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={IMAGES}
        hidden
        aria-label={text("inbox_attach")}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      <IconButton icon={ImageIcon} label={text("inbox_attach")} onPress={() => input.current?.click()} />
    </>
  );
}

function ChosenImage({ image, onRemove }: { image: File; onRemove: () => void }) {
  const text = useText();
  const address = useObjectAddress(image);
  return (
    <div className="inbox-composer__image">
      {address && <img src={address} alt={text("inbox_image_named", { name: image.name })} />}
      <IconButton icon={X} label={text("inbox_remove_image")} onPress={onRemove} />
    </div>
  );
}

/** Makes the field as high as its text, up to what its style allows. */
function useGrowing(area: React.RefObject<HTMLTextAreaElement | null>, body: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: The text decides.
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.blockSize = "auto";
    element.style.blockSize = `${element.scrollHeight + 2}px`;
  }, [body]);
}
