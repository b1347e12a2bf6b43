import { useEffect, useRef, useState } from "react";
import { useLive, useLiveGap } from "../live";
import { useSession } from "../session/session";
import type { StaffChat } from "../wire";
import { positionOf } from "./list";
import { lastOf } from "./timeline";
import type { Acts } from "./useActs";

/**
 * Tells the server what was read: what is in view while the page is. What could not be told is told with the next message, when the
 * page is looked at again, or when the connection is back.
 */
export function useReading(chat: StaffChat, isAtEnd: boolean, read: Acts["read"]): void {
  const { emit } = useLive();
  const mayWrite = useSession().rights.includes("chat");
  const [isVisible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const change = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", change);
    return () => document.removeEventListener("visibilitychange", change);
  }, []);
  const { feedback_id: id, cursor, read_position, timeline_items } = chat;
  const unread = lastOf(timeline_items, ({ actor }) => actor === "customer")?.position ?? 0;
  const isRead =
    !mayWrite || !isVisible || !isAtEnd || unread <= read_position || unread > positionOf(cursor);
  const told = useRef("");
  const tell = () => {
    if (isRead || told.current === cursor) return;
    told.current = cursor;
    void read(id, cursor).then((isDone) => {
      if (!isDone && told.current === cursor) told.current = "";
    });
    emit("seen", { feedbackId: id, cursor });
  };
  useLiveGap(tell);
  useEffect(tell, [isRead, id, cursor, read, emit]);
}
