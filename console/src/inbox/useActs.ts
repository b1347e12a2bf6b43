import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../http/call";
import { noteSessionProblem } from "../session/queries";
import { useSession } from "../session/session";
import { type Text, useText } from "../texts/TextsProvider";
import { problemText } from "../ui/problemText";
import { type Toast, useToast } from "../ui/Toasts";
import type { BulkAct, BulkResults, InboxItem, StaffChatState } from "../wire";
import { actsKey, chatQuery, patchChat } from "./chat";
import { findItem, patchItem } from "./list";

/** In how many chats the server acts at once (docs/staff.md#acts-in-many-chats). */
const MOST_AT_ONCE = 200;

/** What staff do with a chat. */
export type Act =
  | { kind: "claim" | "accept" | "close" | "reopen" | "block_sender" }
  | { kind: "assign"; name: string | null }
  | { kind: "snooze"; until: string | null };

/** Returns what staff can do with chats. Each act shows at once; what the server refuses is taken back, and said. */
export function useActs() {
  const queries = useQueryClient();
  const me = useSession().user.name;
  const text = useText();
  const toast = useToast();
  return useMemo(() => createActs({ queries, me, text, toast }), [queries, me, text, toast]);
}

export type Acts = ReturnType<typeof createActs>;

interface Context {
  queries: QueryClient;
  me: string;
  text: Text;
  toast: (toast: Toast) => void;
}

function createActs({ queries, me, text, toast }: Context) {
  const fail = (error: unknown) => {
    noteSessionProblem(queries, error);
    toast({ text: text("inbox_not_done", { why: problemText(error, text) }) });
  };

  /** Returns whether the server has done it. */
  const run = async (id: string, act: Act): Promise<boolean> => {
    const undo = showAtOnce(queries, id, expected(act, me));
    const { kind, ...body } = act;
    const hasBody = Object.keys(body).length > 0;
    try {
      const chat = await call<StaffChatState>("POST", `${chatPath(id)}/${kind}`, hasBody ? body : undefined);
      takeState(queries, id, chat);
      return true;
    } catch (error) {
      undo();
      fail(error);
      return false;
    } finally {
      void queries.invalidateQueries({ queryKey: actsKey(id) });
    }
  };

  const close = async (id: string) => {
    if (!(await run(id, { kind: "close" }))) return;
    toast({
      text: text("inbox_closed"),
      action: { label: text("inbox_undo"), run: () => void run(id, { kind: "reopen" }) },
    });
  };

  const snooze = async (id: string, until: string | null) => {
    if (!(await run(id, { kind: "snooze", until })) || until === null) return;
    toast({
      text: text("inbox_snoozed"),
      action: { label: text("inbox_undo"), run: () => void run(id, { kind: "snooze", until: null }) },
    });
  };

  const tag = async (id: string, change: { add?: string[]; remove?: string[] }) => {
    const { add = [], remove = [] } = change;
    const known = queries.getQueryData(chatQuery(id).queryKey)?.tags ?? findItem(queries, id)?.tags ?? [];
    const tags = [...new Set([...known.filter((tag) => !remove.includes(tag)), ...add])].sort();
    const undo = showAtOnce(queries, id, { tags });
    try {
      const stored = await call<{ tags: string[] }>(
        "POST",
        `/v1/staff/feedbacks/${encodeURIComponent(id)}/tag`,
        change,
      );
      showAtOnce(queries, id, { tags: stored.tags });
      void queries.invalidateQueries({ queryKey: ["inbox", "tags"] });
    } catch (error) {
      undo();
      fail(error);
    }
  };

  /** The reader has seen a chat up to a cursor. Returns whether the server knows it: else it is as unread as it was. */
  const read = async (id: string, cursor: string): Promise<boolean> => {
    const unread = findItem(queries, id)?.unread ?? 0;
    patchItem(queries, id, { unread: 0 });
    try {
      const { read_position } = await call<StaffChatState>("POST", `${chatPath(id)}/read`, { cursor });
      patchChat(queries, id, { read_position });
      return true;
    } catch (error) {
      noteSessionProblem(queries, error);
      // More may have come meanwhile: then the server has said how much.
      if (findItem(queries, id)?.unread === 0) patchItem(queries, id, { unread });
      return false;
    }
  };

  /** Carries one act out in many chats, in as many parts as the server needs. Returns whether that was possible in all of them. */
  const runInMany = async (ids: readonly string[], act: BulkAct): Promise<boolean> => {
    const done: string[] = [];
    let why: string | undefined;
    try {
      for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
        const part = { feedback_ids: ids.slice(at, at + MOST_AT_ONCE), act };
        const { items } = await call<BulkResults>("POST", "/v1/staff/chats/bulk", part);
        for (const { feedback_id, chat, problem } of items) {
          if (chat) takeState(queries, feedback_id, chat);
          if (problem) why ??= problem.title;
          else done.push(feedback_id);
        }
      }
    } catch (error) {
      if (done.length === 0) {
        fail(error);
        return false;
      }
      noteSessionProblem(queries, error);
      sayHowMany(ids.length, done, act, problemText(error, text));
      return false;
    }
    sayHowMany(ids.length, done, act, why);
    return true;
  };

  /** @param why the others were left out, if there are any. */
  const sayHowMany = (all: number, done: readonly string[], act: BulkAct, why: string | undefined) => {
    const undo = async () => {
      for (const id of done) await run(id, { kind: "reopen" });
    };
    toast({
      text: why
        ? text("inbox_done_in_some", { done: done.length, all, why })
        : text("inbox_done_in", { count: done.length }),
      ...(act.kind === "close" &&
        done.length > 0 && { action: { label: text("inbox_undo"), run: () => void undo() } }),
    });
  };

  return { run, close, snooze, tag, read, runInMany };
}

const chatPath = (id: string) => `/v1/staff/chats/${encodeURIComponent(id)}`;

/** What an act makes of a chat. */
function expected(act: Act, me: string): Partial<InboxItem> {
  switch (act.kind) {
    case "claim":
      return { assigned_to: me };
    case "assign":
      return { assigned_to: act.name };
    case "accept":
    case "reopen":
      return { status: "open" };
    case "close":
    case "block_sender":
      return { status: "closed", snoozed_until: null, waiting_since: null };
    case "snooze":
      return { snoozed_until: act.until };
  }
}

/** Changes a chat wherever it is shown. Returns what takes that back. */
function showAtOnce(queries: QueryClient, id: string, patch: Partial<InboxItem>): () => void {
  const item = findItem(queries, id);
  const chat = queries.getQueryData(chatQuery(id).queryKey);
  const { waiting_since: _, ...ofChat } = patch;
  patchItem(queries, id, patch);
  patchChat(queries, id, ofChat);
  return () => {
    const itemNow = findItem(queries, id);
    const chatNow = queries.getQueryData(chatQuery(id).queryKey);
    if (item && itemNow) patchItem(queries, id, takenBack(patch, item, itemNow));
    if (chat && chatNow) patchChat(queries, id, takenBack(ofChat, chat, chatNow));
  };
}

/** Returns what was before a change, without what has become something else meanwhile: the server has said that, such as who was faster. */
export function takenBack<Value extends object>(
  patch: Partial<Value>,
  before: Value,
  now: Value,
): Partial<Value> {
  const names = (Object.keys(patch) as (keyof Value)[]).filter((name) => Object.is(now[name], patch[name]));
  return Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Value>;
}

/** Takes over what the server says of a chat after an act. */
function takeState(queries: QueryClient, id: string, state: StaffChatState): void {
  const { status, assigned_to, accepted_by, closed_by, snoozed_until, read_position } = state;
  const patch = { status, assigned_to, accepted_by, closed_by, snoozed_until };
  patchItem(queries, id, patch);
  patchChat(queries, id, { ...patch, read_position });
}
