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
  const notify = useCallback(({ feedback_id, customer, last_message }: InboxItem) => {
    const { isOn, open, text } = latest.current;
    if (!isOn || !isAllowed() || document.visibilityState === "visible") return;
    const shown = new Notification(customerName(customer, feedback_id, text), {
      body: last_message?.body || text("inbox_image"),
      // One for each chat, also where several tabs are open.
      tag: `pulsen-${feedback_id}`,
    });
    shown.onclick = () => {
      window.focus();
      open(feedback_id);
      shown.close();
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
