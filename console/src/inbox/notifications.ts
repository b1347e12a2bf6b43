import { useCallback, useEffect, useRef, useState } from "react";
import { useText } from "../texts/TextsProvider";
import type { InboxItem } from "../wire";
import { customerName } from "./people";

/** Where the browser keeps that somebody wants notifications (docs/constants.md#storage-names). */
const STORAGE_NAME = "pulsen-console-notifications";

/** Returns whether the browser tells of new messages while the page is hidden, and what switches that. */
export function useNotifications(open: (id: string) => void) {
  const text = useText();
  const [isOn, setOn] = useState(isAllowed() && stored());
  const [isDenied, setDenied] = useState(isSupported() && Notification.permission === "denied");
  const latest = useRef({ isOn, open, text });
  useEffect(() => {
    latest.current = { isOn, open, text };
  });
  const shown = useRef(new Map<string, Notification>());
  const notify = useCallback(({ feedback_id, customer, last_message }: InboxItem) => {
    const { isOn, open, text } = latest.current;
    if (!isOn || !isAllowed() || document.visibilityState === "visible") return;
    const made = create(customerName(customer, feedback_id, text), {
      body: last_message?.body || text("inbox_image"),
      // One for each chat, also where several tabs are open.
      tag: `pulsen-${feedback_id}`,
    });
    if (!made) return;
    // A further one of a chat takes the place of the one before.
    shown.current.set(feedback_id, made);
    made.onclick = () => {
      window.focus();
      open(feedback_id);
      made.close();
    };
    made.onclose = () => {
      if (shown.current.get(feedback_id) === made) shown.current.delete(feedback_id);
    };
  }, []);
  useEffect(() => {
    const made = shown.current;
    const closeAll = () => {
      for (const notification of made.values()) notification.close();
      made.clear();
    };
    // What customers have written must not stay on the screen of somebody who has signed out.
    addEventListener("pagehide", closeAll);
    return () => {
      removeEventListener("pagehide", closeAll);
      closeAll();
    };
  }, []);
  const toggle = async () => {
    if (isOn) {
      store(false);
      return setOn(false);
    }
    const answer = await Notification.requestPermission();
    setDenied(answer === "denied");
    store(answer === "granted");
    setOn(answer === "granted");
  };
  return { isSupported: isSupported(), isOn, isDenied, toggle, notify };
}

export type Notifications = ReturnType<typeof useNotifications>;

/** Shows a notification, except where the browser lets only service workers do that, as Chrome on Android. */
function create(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}

function isSupported(): boolean {
  return "Notification" in window;
}

function isAllowed(): boolean {
  return isSupported() && Notification.permission === "granted";
}

function stored(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) === "on";
  } catch {
    return false;
  }
}

function store(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(STORAGE_NAME, "on");
    else localStorage.removeItem(STORAGE_NAME);
  } catch {
    // Without storage it lasts as long as the page.
  }
}
