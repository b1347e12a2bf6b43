import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "../keys";
import { useNumberFormat, useText } from "../texts/TextsProvider";
import { Chip } from "../ui/Chip";
import { SearchField } from "../ui/SearchField";
import { Select } from "../ui/Select";
import type { ChatCounts } from "../wire";
import { countsQuery, nodesQuery } from "./list";
import { type InboxSearch, VIEWS, viewOf } from "./search";

/** After the last key, before it is searched (docs/constants.md#delays). */
const PAUSE_MS = 250;

/** From here on the server counts no further. */
const MOST_COUNTED = 99;

/** What chooses the chats of the list: view, words, node and tag. */
export function ListFilters({ search }: { search: InboxSearch }) {
  const text = useText();
  const navigate = useNavigate();
  const nodes = useQuery(nodesQuery).data?.items ?? [];
  const choose = (change: { node?: string | undefined; tag?: string | undefined }) => {
    const { node, tag, ...others } = { ...search, ...change };
    void navigate({ to: ".", search: { ...others, ...(node && { node }), ...(tag && { tag }) } });
  };
  return (
    <>
      <Views search={search} />
      <Words search={search} />
      {nodes.length > 1 && (
        <Select
          label={text("inbox_node")}
          isLabelHidden
          value={search.node ?? ""}
          options={[
            { value: "", label: text("inbox_all_nodes") },
            ...nodes.map(({ id, title }) => ({ value: id, label: title ?? id })),
          ]}
          onChange={(node) => choose({ node: node || undefined })}
        />
      )}
      {search.tag && (
        <div>
          <Chip
            tone="accent"
            removeLabel={text("inbox_remove_filter", { tag: search.tag })}
            onRemove={() => choose({ tag: undefined })}
          >
            <bdi>{search.tag}</bdi>
          </Chip>
        </div>
      )}
    </>
  );
}

function Views({ search }: { search: InboxSearch }) {
  const text = useText();
  const format = useNumberFormat();
  const counts = useQuery(countsQuery(search.node)).data;
  const current = viewOf(search);
  const list = useRef<HTMLUListElement>(null);
  const isCounted = counts !== undefined;
  // Where there is little room, the current one may be beyond the edge, also once the counts have come and the others are longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Both change what is in view.
  useEffect(() => {
    const link = list.current?.querySelector("[aria-current]");
    if (!link) return;
    // Once the page is laid out: nothing has to hasten that.
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    observer.observe(link);
    return () => observer.disconnect();
  }, [current, isCounted]);
  return (
    <nav className="tabs inbox__views" aria-label={text("inbox_views")}>
      <ul className="tabs__list" ref={list}>
        {VIEWS.map((view) => {
          const count = waiting(counts, view);
          return (
            <li key={view}>
              <Link
                to="/inbox"
                search={{ ...search, view }}
                className="tabs__link"
                aria-current={view === current ? "page" : undefined}
              >
                {text(`inbox_view_${view}`)}
                {count > 0 && (
                  <span className="tabs__count">
                    <span aria-hidden="true">
                      {count > MOST_COUNTED ? `${format(MOST_COUNTED)}+` : format(count)}
                    </span>
                    <span className="visually-hidden">{text("inbox_waiting_count", { count })}</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function waiting(counts: ChatCounts | undefined, view: (typeof VIEWS)[number]): number {
  if (view === "closed" || view === "snoozed") return 0;
  return counts?.[view].unanswered ?? 0;
}

function Words({ search }: { search: InboxSearch }) {
  const text = useText();
  const navigate = useNavigate();
  const [words, setWords] = useState(search.text ?? "");
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = search.text ?? "";
  // Back and forward change the address, and with it the field.
  const [before, setBefore] = useState(shown);
  const [asked, setAsked] = useState(shown);
  if (before !== shown) {
    setBefore(shown);
    // What was asked for from here comes back while somebody goes on writing.
    if (shown !== asked) {
      setAsked(shown);
      if (words.trim() !== shown) setWords(shown);
    }
  }
  const find = (words: string) => {
    clearTimeout(timer.current);
    const { text: _, ...others } = search;
    const wanted = words.trim();
    // The server finds words of two letters and more.
    if (wanted.length === 1 || wanted === shown) return;
    setAsked(wanted);
    void navigate({
      to: ".",
      search: { ...others, view: viewOf(search), ...(wanted && { text: wanted }) },
      replace: shown !== "",
    });
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useKeys("inbox_keys_list", [{ keys: "/", text: "inbox_search", run: () => input.current?.focus() }]);
  return (
    <SearchField
      label={text("inbox_search")}
      value={words}
      inputRef={input}
      onSubmit={find}
      onChange={(words) => {
        setWords(words);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => find(words), words === "" ? 0 : PAUSE_MS);
      }}
    />
  );
}
