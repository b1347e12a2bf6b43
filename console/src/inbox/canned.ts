import { type KeyboardEvent, type RefObject, useState } from "react";
import type { CannedReply } from "../wire";

/** How many are offered at a time. */
const MOST = 20;

/** A colon at the beginning of a word, and the letters of a name behind it. */
const BEGUN = /(?:^|\s)(:[\p{L}\p{N}_-]*)$/u;

interface Options {
  area: RefObject<HTMLTextAreaElement | null>;
  body: string;
  replies: readonly CannedReply[];
  onChange: (body: string) => void;
}

/** Offers prepared texts while `:` and the beginning of a name stand before the cursor. */
export function useCanned({ area, body, replies, onChange }: Options) {
  /** Where the cursor is; `null` where nothing is offered. */
  const [cursor, setCursor] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const begun = cursor === null ? null : begunAt(body, cursor);
  const shown = begun ? found(replies, begun.words) : [];
  const look = () => {
    const element = area.current;
    if (!element || element.selectionStart !== element.selectionEnd) return setCursor(null);
    if (element.selectionStart !== cursor) setAt(0);
    setCursor(element.selectionStart);
  };
  const end = () => setCursor(null);
  const write = (before: string, after: string) => {
    onChange(before + after);
    // React draws the text first.
    requestAnimationFrame(() => area.current?.setSelectionRange(before.length, before.length));
  };
  const choose = (reply: CannedReply) => {
    if (!begun || cursor === null) return;
    end();
    write(body.slice(0, begun.start) + reply.body, body.slice(cursor));
    area.current?.focus();
  };
  /** Writes the colon where the cursor is. */
  const begin = () => {
    const place = area.current?.selectionStart ?? body.length;
    const before = body.slice(0, place);
    const colon = before === "" || /\s$/.test(before) ? ":" : " :";
    write(before + colon, body.slice(place));
    setAt(0);
    setCursor(place + colon.length);
  };
  /** Returns whether a key was for the list. */
  const press = (event: KeyboardEvent): boolean => {
    const chosen = shown[Math.min(at, shown.length - 1)];
    if (!chosen) return false;
    if (event.key === "ArrowDown") setAt((at + 1) % shown.length);
    else if (event.key === "ArrowUp") setAt((at + shown.length - 1) % shown.length);
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choose(chosen);
    else if (event.key === "Escape") end();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    isOpen: shown.length > 0,
    shown,
    at: Math.min(at, Math.max(shown.length - 1, 0)),
    setAt,
    look,
    end,
    choose,
    begin,
    press,
  };
}

export type Canned = ReturnType<typeof useCanned>;

/** Returns where what is written before the cursor begins to name a prepared text. */
export function begunAt(body: string, cursor: number): { start: number; words: string } | null {
  const name = BEGUN.exec(body.slice(0, cursor))?.[1];
  return name === undefined ? null : { start: cursor - name.length, words: name.slice(1) };
}

/** Returns those whose id, title or text has what was written; names first. */
export function found(replies: readonly CannedReply[], words: string): CannedReply[] {
  const wanted = words.toLocaleLowerCase();
  const has = (text: string) => text.toLocaleLowerCase().includes(wanted);
  const byName = replies.filter(({ id, title }) => has(id) || has(title));
  const byBody = replies.filter((reply) => !byName.includes(reply) && has(reply.body));
  return [...byName, ...byBody].slice(0, MOST);
}
