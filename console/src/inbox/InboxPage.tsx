import "../styles/inboxChat.css";
import "../styles/inbox.css";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { ChatColumn } from "./ChatColumn";
import { Commands } from "./Commands";
import { ListColumn } from "./ListColumn";
import { useNotifications } from "./notifications";
import { readInboxSearch } from "./search";
import { useChatList } from "./useChatList";
import { useLiveInbox } from "./useLiveInbox";
import { OutboxProvider } from "./useOutbox";
import { usePresence } from "./usePresence";

/** The inbox: the list of chats, the open one, and who wrote it, side by side where there is room. */
export function InboxPage() {
  const { user } = useSession();
  return (
    <OutboxProvider user={user.id}>
      <Inbox />
    </OutboxProvider>
  );
}

function Inbox() {
  const text = useText();
  // The router adds what the route has dropped.
  const raw = useSearch({ strict: false });
  const search = useMemo(() => readInboxSearch(raw), [raw]);
  const { feedback: openId } = useParams({ strict: false });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string) => void navigate({ to: "/inbox/$feedback", params: { feedback: id }, search }),
    [navigate, search],
  );
  const list = useChatList(search, openId, open);
  const notifications = useNotifications(open);
  useLiveInbox(notifications.notify);
  const presentIn = usePresence();
  const [isPersonShown, setPersonShown] = useState(false);
  const closeChat = () => {
    setPersonShown(false);
    void navigate({ to: "/inbox", search });
    list.focusActive();
  };
  const classes = ["inbox", openId && "inbox--open", isPersonShown && "inbox--person"];
  return (
    <Commands list={list} openId={openId} onCloseChat={closeChat}>
      <div className="inbox-frame">
        <div className={classes.filter(Boolean).join(" ")}>
          <ListColumn
            list={list}
            search={search}
            openId={openId}
            presentIn={presentIn}
            notifications={notifications}
          />
          {openId ? (
            <ChatColumn
              key={openId}
              id={openId}
              search={search}
              present={presentIn(openId)}
              isPersonShown={isPersonShown}
              onTogglePerson={() => setPersonShown((isShown) => !isShown)}
            />
          ) : (
            <div className="inbox__nothing soft">
              <p>{text("inbox_nothing_open")}</p>
            </div>
          )}
        </div>
      </div>
    </Commands>
  );
}
