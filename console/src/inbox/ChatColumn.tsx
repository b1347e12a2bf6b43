import { useQuery } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { LinkButton } from "../ui/LinkButton";
import { NotFound } from "../ui/NotFound";
import { QueryState } from "../ui/QueryState";
import { ChatHeader } from "./ChatHeader";
import { Composer } from "./Composer";
import { chatQuery, isGone } from "./chat";
import { PersonPanel } from "./PersonPanel";
import type { InboxSearch } from "./search";
import { Timeline } from "./Timeline";
import { type Present, useOwnPresence } from "./usePresence";

interface Props {
  id: string;
  search: InboxSearch;
  /** The colleagues who have it open. */
  present: readonly Present[];
  isPersonShown: boolean;
  onTogglePerson: () => void;
}

/** The open chat, and beside it who its customer is. */
export function ChatColumn({ id, search, present, isPersonShown, onTogglePerson }: Props) {
  const text = useText();
  const query = useQuery(chatQuery(id));
  const presence = useOwnPresence(id);
  return (
    <QueryState
      query={isGone(query.error) ? { ...query, data: undefined } : query}
      notFound={
        <NotFound
          title={text("inbox_gone")}
          hint={text("inbox_gone_hint")}
          back={
            <LinkButton kind="secondary" to="/inbox" search={search}>
              {text("inbox_back")}
            </LinkButton>
          }
        />
      }
    >
      {(chat) => (
        <>
          <section className="inbox__chat">
            <ChatHeader
              chat={chat}
              search={search}
              present={present}
              isPersonShown={isPersonShown}
              onTogglePerson={onTogglePerson}
            />
            <Timeline chat={chat} />
            <Composer chat={chat} presence={presence} />
          </section>
          <PersonPanel chat={chat} search={search} onClose={onTogglePerson} />
        </>
      )}
    </QueryState>
  );
}
