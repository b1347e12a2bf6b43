import { useQuery } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import { Bell, BellOff, Inbox as InboxIcon } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { Empty } from "../ui/Empty";
import { IconButton } from "../ui/IconButton";
import { PageTitle } from "../ui/PageTitle";
import { QueryState } from "../ui/QueryState";
import { useToast } from "../ui/Toasts";
import { BulkBar } from "./BulkBar";
import { ChatRow } from "./ChatRow";
import { ListFilters } from "./ListFilters";
import { nodesQuery } from "./list";
import type { Notifications } from "./notifications";
import { type InboxSearch, viewOf } from "./search";
import type { ChatList } from "./useChatList";
import type { Present } from "./usePresence";

interface Props {
  list: ChatList;
  search: InboxSearch;
  openId: string | undefined;
  presentIn: (id: string) => readonly Present[];
  notifications: Notifications;
}

/** The chats of a view, with what chooses the view. */
export function ListColumn({ list, search, openId, presentIn, notifications }: Props) {
  const text = useText();
  return (
    <section className="inbox__list" aria-label={text("inbox_list")}>
      <div className="inbox__head">
        <div className="inbox__title">
          <PageTitle title={text("frame_inbox")} />
          {notifications.isSupported && <NotificationButton notifications={notifications} />}
        </div>
        <ListFilters search={search} />
      </div>
      {list.selected.length > 0 && <BulkBar list={list} />}
      <div className="inbox__scroll">
        <QueryState query={list.query}>
          {() => <Rows list={list} search={search} openId={openId} presentIn={presentIn} />}
        </QueryState>
      </div>
    </section>
  );
}

function NotificationButton({ notifications }: { notifications: Notifications }) {
  const text = useText();
  const toast = useToast();
  const { isOn, isDenied, toggle } = notifications;
  return (
    <IconButton
      icon={isOn ? Bell : BellOff}
      label={text("inbox_notify")}
      isPressed={isOn}
      onPress={() => {
        if (isDenied) toast({ text: text("inbox_notify_denied") });
        else void toggle();
      }}
    />
  );
}

function Rows({ list, search, openId, presentIn }: Omit<Props, "notifications">) {
  const text = useText();
  const session = useSession();
  const nodes = useQuery(nodesQuery).data?.items ?? [];
  const { items, query } = list;
  const addressOf = useAddressOf(search);
  if (items.length === 0) return <NoChats search={search} />;
  return (
    <>
      <ul className="inbox__rows">
        {items.map((item) => (
          <ChatRow
            key={item.feedback_id}
            item={item}
            user={session.user.id}
            address={addressOf(item.feedback_id)}
            node={
              nodes.length > 1 ? (nodes.find(({ id }) => id === item.node_id)?.title ?? item.node_id) : null
            }
            isOpen={item.feedback_id === openId}
            isSelected={list.selected.includes(item.feedback_id)}
            present={presentIn(item.feedback_id)}
            onOpen={list.open}
            onToggle={list.toggle}
            onFocus={list.setFocused}
            setRow={list.setRow}
          />
        ))}
      </ul>
      {query.hasNextPage && <More list={list} />}
      {query.isFetchNextPageError && (
        <p className="inbox__more soft" role="alert">
          {text("unreachable")}
        </p>
      )}
    </>
  );
}

/** In an address: instead of the id of a chat. */
const ANY_CHAT = "id-of-the-chat";

/** Returns the addresses of chats beside a list. The router builds one of them: many at every change would take too long. */
function useAddressOf(search: InboxSearch): (id: string) => string {
  const router = useRouter();
  const address = useMemo(() => {
    const place = { to: "/inbox/$feedback", params: { feedback: ANY_CHAT }, search } as const;
    return router.history.createHref(router.buildLocation(place).publicHref);
  }, [router, search]);
  return (id) => address.replace(ANY_CHAT, encodeURIComponent(id));
}

/** Loads the next part when it comes near, or by a press. */
function More({ list: { query } }: { list: ChatList }) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    // What failed is tried again by a press alone.
    if (!end.current || isFetchingNextPage || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // A busy page learns of several changes at once.
        if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return (
    <div className="inbox__more" ref={end}>
      <Button kind="quiet" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
        {text(isFetchingNextPage ? "loading" : "inbox_more")}
      </Button>
    </div>
  );
}

function NoChats({ search }: { search: InboxSearch }) {
  const text = useText();
  const view = viewOf(search);
  if (search.text || search.tag)
    return (
      <Empty icon={InboxIcon} title={text("inbox_none_found")}>
        {view !== "all" && (
          <Link to="/inbox" search={{ ...search, view: "all" }} className="link">
            {text("inbox_search_all")}
          </Link>
        )}
      </Empty>
    );
  return (
    <Empty icon={InboxIcon} title={text(`inbox_none_${view}`)}>
      {view === "mine" && (
        <Link to="/inbox" search={{ ...search, view: "nobody" }} className="link">
          {text("inbox_to_nobody")}
        </Link>
      )}
      {view !== "mine" && <p>{text(`inbox_none_${view}_hint`)}</p>}
    </Empty>
  );
}
