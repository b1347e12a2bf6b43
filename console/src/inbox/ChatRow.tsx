import { Check, Clock, Eye, PenLine } from "lucide-react";
import { type MouseEvent, memo } from "react";
import { useText } from "../texts/TextsProvider";
import { Avatar } from "../ui/Avatar";
import { Badge } from "../ui/Badge";
import { RelativeTime } from "../ui/RelativeTime";
import type { InboxItem } from "../wire";
import { useHasDraft } from "./drafts";
import { customerName } from "./people";
import type { Present } from "./usePresence";

/** How many unread messages the server counts. */
const MOST_COUNTED = 99;

interface Props {
  item: InboxItem;
  /** The id of the reader. */
  user: string;
  /** Of the chat's page. */
  address: string;
  /** What the node is called; `null` where there is only one. */
  node: string | null;
  isOpen: boolean;
  isSelected: boolean;
  present: readonly Present[];
  onOpen: (id: string) => void;
  onToggle: (id: string) => void;
  onFocus: (id: string) => void;
  setRow: (id: string, row: HTMLElement | null) => void;
}

/** A chat in the list. */
export const ChatRow = memo(function ChatRow({
  item,
  user,
  address,
  node,
  isOpen,
  isSelected,
  present,
  onOpen,
  onToggle,
  onFocus,
  setRow,
}: Props) {
  const text = useText();
  const id = item.feedback_id;
  const name = customerName(item.customer, id, text);
  const { last_message, unread } = item;
  const classes = [
    "inbox-row",
    isOpen && "inbox-row--open",
    isSelected && "inbox-row--selected",
    unread > 0 && "inbox-row--unread",
  ];
  return (
    <li className={classes.filter(Boolean).join(" ")}>
      <label className="inbox-row__select">
        <input
          type="checkbox"
          className="inbox-row__box"
          checked={isSelected}
          onChange={() => onToggle(id)}
          aria-label={text("inbox_select", { name })}
        />
        <Avatar name={name} size={36} />
        <span className="inbox-row__check" aria-hidden="true">
          <Check className="icon" />
        </span>
      </label>
      {/* Each link of the router would look at every navigation: too much for the rows of a long list. */}
      <a
        href={address}
        className="inbox-row__link"
        aria-current={isOpen ? "true" : undefined}
        onClick={(event) => {
          if (!opensHere(event)) return;
          event.preventDefault();
          onOpen(id);
        }}
        onFocus={() => onFocus(id)}
        ref={(row: HTMLAnchorElement | null) => setRow(id, row)}
      >
        <span className="inbox-row__first">
          <bdi className="inbox-row__name">{name}</bdi>
          <span className="inbox-row__time">
            <RelativeTime time={last_message?.created_at ?? item.created_at} />
          </span>
        </span>
        <span className="inbox-row__second">
          <span className="inbox-row__message">
            {last_message?.actor === "staff" && `${last_message.name ?? text("inbox_staff")}: `}
            <bdi>{last_message ? last_message.body || text("inbox_image") : text("inbox_no_message")}</bdi>
          </span>
          {unread > 0 && (
            <span className="inbox-row__unread">
              <span aria-hidden="true">{unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}</span>
              <span className="visually-hidden">{text("inbox_unread", { count: unread })}</span>
            </span>
          )}
        </span>
        <Marks item={item} user={user} node={node} present={present} />
      </a>
    </li>
  );
});

/** Returns whether a press is for this tab: not with the keys that open another one. */
function opensHere({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}

function Marks({ item, user, node, present }: Pick<Props, "item" | "user" | "node" | "present">) {
  const text = useText();
  const hasDraft = useHasDraft(user, item.feedback_id);
  const { status, waiting_since, snoozed_until, assigned_to, tags } = item;
  const writer = present.find(({ writing }) => writing) ?? present[0];
  return (
    <span className="inbox-row__marks">
      {node && <bdi className="inbox-row__node">{node}</bdi>}
      {assigned_to && <bdi>{assigned_to}</bdi>}
      {waiting_since && !snoozed_until && (
        <span className="inbox-row__mark inbox-row__mark--waiting">
          <Clock className="icon" aria-hidden />
          <span className="visually-hidden">{text("inbox_waiting_since")}</span>
          <RelativeTime time={waiting_since} />
        </span>
      )}
      {snoozed_until && (
        <span className="inbox-row__mark">
          <Clock className="icon" aria-hidden />
          <span className="visually-hidden">{text("inbox_snoozed_until")}</span>
          <RelativeTime time={snoozed_until} />
        </span>
      )}
      {writer && (
        <span className="inbox-row__mark inbox-row__mark--present">
          {writer.writing ? <PenLine className="icon" aria-hidden /> : <Eye className="icon" aria-hidden />}
          {text(writer.writing ? "inbox_is_writing" : "inbox_is_here", { name: writer.name })}
        </span>
      )}
      {hasDraft && <Badge tone="warning">{text("inbox_draft")}</Badge>}
      {status === "queued" && <Badge tone="accent">{text("inbox_queued")}</Badge>}
      {tags.map((tag) => (
        <Badge key={tag}>
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </span>
  );
}
