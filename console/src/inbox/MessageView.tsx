import { callAddress } from "../basics/page";
import { useText, useTimeFormat } from "../texts/TextsProvider";
import { Avatar } from "../ui/Avatar";
import type { MessageAttachment, StaffChat } from "../wire";
import { customerName } from "./people";
import type { Entry } from "./timeline";
import { Words } from "./Words";

interface Props {
  entry: Extract<Entry, { kind: "message" }>;
  chat: StaffChat;
  /** Whether it is the last one that the customer has seen. */
  isSeen: boolean;
}

const TIME = { hour: "numeric", minute: "2-digit" } as const;

/** A message of the customer or of staff, or a note of staff. */
export function MessageView({ entry: { item, at, isFirstOfGroup }, chat, isSeen }: Props) {
  const text = useText();
  const format = useTimeFormat(TIME);
  const exact = useTimeFormat();
  const { actor, action, detail } = item;
  const isNote = action === "add_note";
  const name =
    actor === "customer"
      ? customerName(detail.customer ?? chat.creator, chat.feedback_id, text)
      : (detail.user?.name ?? text("inbox_staff"));
  const kind = isNote ? "note" : actor;
  const { body, attachment, created_at } = detail.comment;
  return (
    <article
      className={`inbox-message inbox-message--${kind}${isFirstOfGroup ? " inbox-message--first" : ""}`}
    >
      {isFirstOfGroup ? (
        <p className="inbox-message__author small">
          {actor === "customer" && <Avatar name={name} size={24} />}
          <bdi className="inbox-message__name">{name}</bdi>
          {isNote && <span className="inbox-message__kind">{text("inbox_note")}</span>}
        </p>
      ) : (
        <p className="visually-hidden">{isNote ? `${name}, ${text("inbox_note")}` : name}</p>
      )}
      <div className="inbox-message__bubble">
        {attachment && <Attachment attachment={attachment} />}
        {body && <Words body={body} />}
      </div>
      <p className="inbox-message__time small soft">
        <time dateTime={created_at} title={exact(at)}>
          {format(at)}
        </time>
        {isSeen && <span> · {text("inbox_seen")}</span>}
      </p>
    </article>
  );
}

/** A file of a message. The server sends it so that nothing in it can act (docs/api.md#uploads-of-a-feedback). */
function Attachment({ attachment: { name, type, url, width, height } }: { attachment: MessageAttachment }) {
  const text = useText();
  const address = callAddress(url);
  const isImage = type.startsWith("image/");
  return (
    <a className="inbox-message__file" href={address} target="_blank" rel="noopener noreferrer">
      {isImage ? (
        <img
          src={address}
          alt={text("inbox_image_named", { name })}
          loading="lazy"
          width={width}
          height={height}
        />
      ) : (
        <bdi>{name}</bdi>
      )}
    </a>
  );
}
