import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../http/call";
import { hasCode } from "../../http/problem";
import { useText } from "../../texts/TextsProvider";
import { Button } from "../../ui/Button";
import { ProblemNote } from "../../ui/ProblemNote";

interface Part<Item> {
  items: Item[];
  next_cursor: string | null;
}

interface Options {
  /** How often its first part is loaded again while the page is visible. Of more parts, each adds as much time. */
  refetchInterval?: number;
}

/**
 * Loads a list of the server part by part.
 *
 * @param key of the list; its filter is added.
 * @param filter parameters of the call. Those without a value are left out.
 */
export function usePages<Item>(
  key: string,
  path: string,
  filter: Record<string, string | undefined> = {},
  { refetchInterval }: Options = {},
) {
  return useInfiniteQuery({
    queryKey: [key, path, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call<Part<Item>>("GET", listAddress(path, { ...filter, after: pageParam ?? undefined }), undefined, {
        signal,
      }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    select: ({ pages }: InfiniteData<Part<Item>>) => pages.flatMap(({ items }) => items),
    refetchInterval: ({ state: { data, error } }) =>
      refetchInterval === undefined || hasCode(error, "not_found")
        ? false
        : refetchInterval * Math.max(data?.pages.length ?? 1, 1),
  });
}

/** Loads all of a list that is short. */
export async function loadAll<Item>(path: string, signal?: AbortSignal): Promise<Item[]> {
  const all: Item[] = [];
  let after: string | undefined;
  do {
    const address = listAddress(path, { limit: "200", after });
    const part = await call<Part<Item>>("GET", address, undefined, signal ? { signal } : {});
    all.push(...part.items);
    after = part.next_cursor ?? undefined;
  } while (after !== undefined);
  return all;
}

function listAddress(path: string, parameters: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
  return query.size > 0 ? `${path}?${query}` : path;
}

type Pages = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "fetchNextPage" | "error" | "data"
>;

/** Loads the next part of a list when its end is seen, or when it is pressed. */
export function MoreButton({ pages }: { pages: Pages }) {
  const text = useText();
  const end = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error, data } = pages;
  useEffect(() => {
    const element = end.current;
    if (!element || isFetchingNextPage || error) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void fetchNextPage();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [fetchNextPage, isFetchingNextPage, error]);
  return (
    <>
      {data !== undefined && <ProblemNote error={error} />}
      {hasNextPage && (
        <div className="actions" ref={end}>
          <Button kind="secondary" isBusy={isFetchingNextPage} onPress={() => void fetchNextPage()}>
            {text("settings_more")}
          </Button>
        </div>
      )}
    </>
  );
}
