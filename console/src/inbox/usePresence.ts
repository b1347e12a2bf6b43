import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Colleagues, useLive, useLiveEvent, useOpenChats } from "../live";
import { useSession } from "../session/session";

/** How often the customer is told that somebody goes on writing (docs/constants.md#delays). */
const TYPING_MS = 4_000;

/** After this time without a word of it, the customer no longer writes (docs/constants.md#delays). */
const TYPING_ENDS_MS = 6_000;

/** A colleague who has a chat open. */
export type Present = Colleagues[number];

const NOBODY: readonly Present[] = [];

/** Returns who else has a chat open, by its id, as far as the server has said. */
export function usePresence(): (id: string) => readonly Present[] {
  const me = useSession().user.name;
  const open = useOpenChats();
  const others = useMemo(() => {
    const isOther = ({ name }: Present) => name !== me;
    return new Map([...open].map(([id, colleagues]) => [id, colleagues.filter(isOther)]));
  }, [open, me]);
  return useCallback((id) => others.get(id) ?? NOBODY, [others]);
}

/**
 * Tells colleagues that a chat is open.
 *
 * @returns what tells them, and of a reply the customer too, that something is being written in it: to be called for each key.
 */
export function useOwnPresence(id: string): { write: (isReply: boolean) => void; stop: () => void } {
  const { emit, isConnected } = useLive();
  const send = useRef(emit);
  useEffect(() => {
    send.current = emit;
  });
  const signals = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let told: { isReply: boolean; at: number } | undefined;
    const stop = () => {
      clearTimeout(timer);
      if (!told) return;
      send.current("presence", { feedbackId: id, writing: false });
      if (told.isReply) send.current("typing", { feedbackId: id, typing: false });
      told = undefined;
    };
    const write = (isReply: boolean) => {
      clearTimeout(timer);
      timer = setTimeout(stop, TYPING_ENDS_MS);
      if (told?.isReply === isReply && Date.now() - told.at < TYPING_MS) return;
      if (!told) send.current("presence", { feedbackId: id, writing: true });
      if (isReply) send.current("typing", { feedbackId: id, typing: true });
      told = { isReply, at: Date.now() };
    };
    return { write, stop };
  }, [id]);
  useEffect(() => {
    if (isConnected) send.current("presence", { feedbackId: id, writing: false });
  }, [id, isConnected]);
  useEffect(
    () => () => {
      signals.stop();
      send.current("presence", { feedbackId: null, writing: false });
    },
    [signals],
  );
  return signals;
}

/** Returns whether a chat's customer writes, and up to where they have seen it, as far as the node shows that. */
export function useCustomer(id: string): { isTyping: boolean; seen: number } {
  const [state, setState] = useState({ id, isTyping: false, seen: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (patch: { isTyping?: boolean; seen?: number }) =>
    setState((known) => ({ ...(known.id === id ? known : { id, isTyping: false, seen: 0 }), ...patch }));
  useLiveEvent("typing", ({ feedback_id, actor, typing }) => {
    if (feedback_id !== id || actor !== "customer") return;
    clearTimeout(timer.current);
    change({ isTyping: typing });
    if (typing) timer.current = setTimeout(() => change({ isTyping: false }), TYPING_ENDS_MS);
  });
  useLiveEvent("seen", ({ feedback_id, actor, cursor }) => {
    if (feedback_id === id && actor === "customer") change({ seen: Number.parseInt(cursor, 10) });
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return state.id === id ? state : { isTyping: false, seen: 0 };
}
