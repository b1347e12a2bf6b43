import { useEffect, useState } from "react";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { useIsReachable } from "../ui/useIsReachable";
import type { OutgoingMessage } from "./outbox/message";
import { useOutbox } from "./useOutbox";
import { Words } from "./Words";

/** Something that was written and is not sent yet, or was refused. */
export function OutgoingView({ message }: { message: OutgoingMessage }) {
  const text = useText();
  const { messages, outbox } = useOutbox();
  const image = useObjectAddress(message.image);
  const isReachable = useIsReachable();
  const { key, body, refusal, kind } = message;
  const isBehind = messages.some(
    ({ chat, refusal, writtenAt }) => chat === message.chat && refusal && writtenAt < message.writtenAt,
  );
  const state = isBehind ? "inbox_behind" : isReachable ? "inbox_sending" : "inbox_waiting_offline";
  return (
    <article
      className={`inbox-message inbox-message--${kind === "note" ? "note" : "staff"} inbox-message--outgoing`}
    >
      <div className="inbox-message__bubble">
        {image && <img className="inbox-message__image" src={image} alt={text("inbox_image")} />}
        {body && <Words body={body} />}
      </div>
      {refusal ? (
        <div className="inbox-message__refused small" role="alert">
          <p>{text("inbox_not_sent", { why: refusal.title })}</p>
          <Button kind="link" onPress={() => void outbox?.retry(key)}>
            {text("try_again")}
          </Button>
          <Button kind="link" onPress={() => void outbox?.remove(key)}>
            {text("remove")}
          </Button>
        </div>
      ) : (
        <p className="inbox-message__time small soft">{text(state)}</p>
      )}
    </article>
  );
}

/** Returns an address by which the page shows a file that is not on the server yet. */
export function useObjectAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setAddress(null);
    const created = URL.createObjectURL(file);
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return address;
}
