import { Link } from "@tanstack/react-router";
import { Ban, CircleCheck, Clock, Download, Hand, RotateCcw, Tag, UserPlus, UserRound } from "lucide-react";
import { useEffect, useRef } from "react";
import { callAddress } from "../basics/page";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import { Button } from "../ui/Button";
import { IconButton } from "../ui/IconButton";
import { MenuButton } from "../ui/MenuButton";
import type { MenuEntry } from "../ui/menu";
import { RelativeTime } from "../ui/RelativeTime";
import type { StaffChat } from "../wire";
import { BackIcon } from "./BackIcon";
import { useCommands } from "./Commands";
import { customerName } from "./people";
import type { InboxSearch } from "./search";
import type { Present } from "./usePresence";

interface Props {
  chat: StaffChat;
  search: InboxSearch;
  present: readonly Present[];
  isPersonShown: boolean;
  onTogglePerson: () => void;
}

/** Whose chat it is, how it stands, and what can be done with it. */
export function ChatHeader({ chat, search, present, isPersonShown, onTogglePerson }: Props) {
  const text = useText();
  const id = chat.feedback_id;
  const name = customerName(chat.creator, id, text);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${name} · Pulsen`;
  }, [name]);
  // Keys go on in the list, so the focus stays there; where the list is not beside the chat, it comes here.
  useEffect(() => {
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility())
      heading.current?.focus();
  }, []);
  return (
    <header className="inbox-head">
      <Link
        to="/inbox"
        search={search}
        className="inbox-head__back icon-button"
        aria-label={text("inbox_back")}
      >
        <BackIcon />
      </Link>
      <div className="inbox-head__who">
        <h2 className="inbox-head__name" ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h2>
        <p className="inbox-head__state small soft">
          <bdi>{chat.node.name ?? chat.node.id}</bdi>
          <State chat={chat} />
        </p>
        <Presence present={present} />
      </div>
      <Actions chat={chat} isPersonShown={isPersonShown} onTogglePerson={onTogglePerson} />
    </header>
  );
}

function State({ chat: { status, assigned_to, snoozed_until, queue_place } }: { chat: StaffChat }) {
  const text = useText();
  return (
    <>
      {status === "queued" && (
        <Badge tone="accent">
          {queue_place ? text("inbox_queue_place", { place: queue_place }) : text("inbox_queued")}
        </Badge>
      )}
      {status === "closed" && <Badge>{text("inbox_status_closed")}</Badge>}
      {status === "archived" && <Badge>{text("inbox_status_archived")}</Badge>}
      <span>
        {assigned_to === null
          ? text("inbox_assigned_nobody")
          : text("inbox_assigned_to", { name: assigned_to })}
      </span>
      {snoozed_until && (
        <Badge tone="warning">
          {text("inbox_snoozed_until")} <RelativeTime time={snoozed_until} />
        </Badge>
      )}
    </>
  );
}

/** Which colleagues are in the chat too, and who of them writes. Changes are read out. */
function Presence({ present }: { present: readonly Present[] }) {
  const text = useText();
  const writer = present.find(({ writing }) => writing);
  const name = (writer ?? present[0])?.name;
  return (
    <p className="inbox-head__presence small" role="status">
      {name !== undefined && text(writer ? "inbox_is_writing" : "inbox_is_here", { name })}
    </p>
  );
}

function Actions({ chat, isPersonShown, onTogglePerson }: Omit<Props, "search" | "present">) {
  const text = useText();
  const { run } = useCommands();
  const { user, rights } = useSession();
  const ids = [chat.feedback_id];
  const mayWrite = rights.includes("chat");
  const isOver = chat.status === "closed" || chat.status === "archived";
  const transcript = () => {
    const link = document.createElement("a");
    link.href = callAddress(`/v1/staff/chats/${encodeURIComponent(chat.feedback_id)}/transcript`);
    link.download = `chat-${chat.feedback_id}.txt`;
    link.click();
  };
  const entries: (MenuEntry | false)[] = [
    mayWrite && { id: "tag", label: text("inbox_tag"), icon: Tag, onAction: () => run("tag", ids) },
    { id: "transcript", label: text("inbox_transcript"), icon: Download, onAction: transcript },
    mayWrite &&
      !(chat.is_device_blocked && chat.is_address_blocked) && {
        id: "block",
        label: text("inbox_block"),
        icon: Ban,
        isDanger: true,
        onAction: () => run("block", ids),
      },
  ];
  return (
    <div className="inbox-head__actions" role="toolbar" aria-label={text("inbox_acts")}>
      {mayWrite && (
        <>
          {chat.status === "queued" && (
            <Button size="small" icon={Hand} onPress={() => run("accept", ids)}>
              {text("inbox_accept")}
            </Button>
          )}
          {chat.status === "open" && chat.assigned_to === null && (
            <Button size="small" kind="secondary" icon={Hand} onPress={() => run("claim", ids)}>
              {text("inbox_claim")}
            </Button>
          )}
          <IconButton
            icon={UserPlus}
            label={text("inbox_assign")}
            keys="a"
            isPressed={chat.assigned_to === user.name}
            onPress={() => run("assign", ids)}
          />
          {!isOver && (
            <IconButton
              icon={Clock}
              label={text("inbox_snooze")}
              keys="z"
              onPress={() => run("snooze", ids)}
            />
          )}
          {isOver ? (
            <IconButton
              icon={RotateCcw}
              label={text("inbox_reopen")}
              keys="o"
              onPress={() => run("reopen", ids)}
            />
          ) : (
            <IconButton
              icon={CircleCheck}
              label={text("inbox_close")}
              keys="e"
              onPress={() => run("close", ids)}
            />
          )}
        </>
      )}
      <span className="inbox-head__person">
        <IconButton
          icon={UserRound}
          label={text("inbox_person")}
          isPressed={isPersonShown}
          onPress={onTogglePerson}
        />
      </span>
      <MenuButton label={text("inbox_more_acts")} items={entries.filter((entry) => entry !== false)} />
    </div>
  );
}
