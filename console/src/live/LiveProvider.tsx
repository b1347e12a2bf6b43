import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { call } from "../http/call";
import { noteLive } from "../http/reach";
import { sessionQuery } from "../session/session";
import type { Colleagues, OpenChats } from "./colleagues";
import { createLiveConnection, type LiveConnection, type LiveSocket } from "./connection";
import type { LiveEventName, LiveHandler } from "./events";
import { openSocket } from "./openSocket";

const LiveContext = createContext<LiveConnection | null>(null);

interface Props {
  /** The id of the person whose events they are; `null` where the server sends none. */
  of: string | null;
  /** Opens the socket; another one in tests. */
  open?: () => Promise<LiveSocket>;
  children: ReactNode;
}

/** Keeps a connection for live events as long as it is drawn: as long as somebody is signed in. */
export function LiveProvider({ of, open = openSocket, children }: Props) {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<LiveConnection | null>(null);
  useEffect(() => {
    if (of === null) return;
    // The answer to this says whether the session has ended, and what follows from it.
    const created = createLiveConnection(open, () => void queries.invalidateQueries(sessionQuery));
    setConnection(created);
    const stop = created.subscribe(() => {
      noteLive(created.isConnected());
      // Whether only the events are gone, or the server, says any call.
      if (!created.isConnected()) void call("GET", "/v1/staff/session").catch(() => {});
    });
    return () => {
      stop();
      created.close();
      noteLive(false);
      setConnection(null);
    };
  }, [of, open, queries]);
  return <LiveContext value={connection}>{children}</LiveContext>;
}

/** Calls the handler for each event of this name, as long as the component is drawn. */
export function useLiveEvent<Name extends LiveEventName>(name: Name, handler: LiveHandler<Name>): void {
  const connection = useContext(LiveContext);
  const latest = useLatest(handler);
  useEffect(() => connection?.on(name, (event) => latest.current(event)), [connection, name, latest]);
}

/** Returns the staff who have a chat open, by the ids of the chats, as the server has said. */
export function useOpenChats(): ReadonlyMap<string, Colleagues> {
  const { subscribe, current } = useContext(LiveContext)?.openChats ?? NO_CHATS;
  return useSyncExternalStore(subscribe, current);
}

/**
 * Calls the handler after the page has begun to get events, also at first and after a reconnect: what changed before that has to be
 * fetched.
 */
export function useLiveGap(handler: () => void): void {
  const connection = useContext(LiveContext);
  const latest = useLatest(handler);
  useEffect(() => connection?.onGap(() => latest.current()), [connection, latest]);
}

/** As [`useLiveGap`], and calls the handler at once where events have begun to come before the component was drawn. */
export function useLiveCatchUp(handler: () => void): void {
  const connection = useContext(LiveContext);
  const latest = useLatest(handler);
  useEffect(() => {
    if (connection?.isConnected()) latest.current();
    return connection?.onGap(() => latest.current());
  }, [connection, latest]);
}

/** Returns whether events arrive, what tells the server of the open chat, and what connects once more with another session. */
export function useLive(): Pick<LiveConnection, "emit" | "restart"> & { isConnected: boolean } {
  const connection = useContext(LiveContext);
  const isConnected = useSyncExternalStore(
    connection?.subscribe ?? subscribeToNothing,
    connection?.isConnected ?? isNever,
  );
  return useMemo(
    () => ({
      isConnected,
      emit: (name, data) => connection?.emit(name, data),
      restart: () => connection?.restart(),
    }),
    [connection, isConnected],
  );
}

const subscribeToNothing = () => () => {};
const isNever = () => false;
const NOBODY: ReturnType<OpenChats["current"]> = new Map();
const NO_CHATS: OpenChats = { subscribe: subscribeToNothing, current: () => NOBODY };

/** Keeps what was drawn last, for what is called later. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
