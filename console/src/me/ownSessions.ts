import { queryOptions } from "@tanstack/react-query";
import { call } from "../http/call";
import type { OwnSessions } from "../wire";

export const ownSessionsKey = ["own-sessions"];

/** The browsers in which somebody is signed in, the present one first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ownSessionsKey,
  queryFn: async () => {
    const { items } = await call<OwnSessions>("GET", "/v1/staff/me/sessions");
    return [...items].sort(
      (a, b) => Number(b.is_current) - Number(a.is_current) || b.last_used_at.localeCompare(a.last_used_at),
    );
  },
});
