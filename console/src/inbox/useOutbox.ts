import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { call } from "../http/call";
import { useLiveGap } from "../live";
import { noteSessionProblem } from "../session/queries";
import type { TimelineItem } from "../wire";
import { addMessage } from "./chat";
import { browserStore, DATABASE } from "./outbox/database";
import type { OutgoingMessage } from "./outbox/message";
import { Outbox } from "./outbox/outbox";

const OutboxContext = createContext<Outbox | null>(null);

/** Sends what a person writes as long as it is drawn; later, the next page of the inbox does. */
export function OutboxProvider({ user, children }: { user: string; children: ReactNode }) {
  const queries = useQueryClient();
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(DATABASE);
    let isOpen = true;
    const created = new Outbox(user, {
      store: browserStore(),
      send: (message) =>
        send(message).catch((error) => {
          noteSessionProblem(queries, error);
          throw error;
        }),
      onSent: ({ chat }, item) => addMessage(queries, chat, item),
      exclusively: (task) => navigator.locks.request(`${DATABASE}-${user}`, task),
      announce: () => {
        if (isOpen) channel.postMessage(null);
      },
    });
    const load = () => void created.load();
    const tryNow = () => created.tryNow();
    channel.addEventListener("message", load);
    addEventListener("online", tryNow);
    load();
    setOutbox(created);
    return () => {
      created.stop();
      isOpen = false;
      channel.close();
      removeEventListener("online", tryNow);
    };
  }, [queries, user]);
  // The connection is back before the browser notices.
  useLiveGap(() => outbox?.tryNow());
  return createElement(OutboxContext, { value: outbox }, children);
}

const NOTHING: readonly OutgoingMessage[] = [];
const subscribeToNothing = () => () => {};
const nothing = () => NOTHING;

/** Returns what is not sent yet, and what sends, tries again and removes. */
export function useOutbox() {
  const outbox = useContext(OutboxContext);
  const messages = useSyncExternalStore(outbox?.subscribe ?? subscribeToNothing, outbox?.current ?? nothing);
  return { messages, outbox };
}

function send({ key, chat, kind, body, image }: OutgoingMessage): Promise<TimelineItem> {
  const path = `/v1/staff/chats/${encodeURIComponent(chat)}/${kind === "note" ? "notes" : "messages"}`;
  // The server repeats the key, by which the timeline knows the message.
  if (!image) return call("POST", path, { body, client_key: key }, { idempotencyKey: key });
  const form = new FormData();
  form.set("body", body);
  form.set("client_key", key);
  form.set("attachment", image, image.name);
  return call("POST", path, form, { idempotencyKey: key });
}
