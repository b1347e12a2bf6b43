import { expect, it } from "vitest";
import type { StaffChat } from "../wire";
import { withEarlier } from "./chat";
import { aMessage } from "./fixtures";

const chat = (positions: number[], after: number, cursor: string) =>
  ({
    timeline_items: positions.map((position) => aMessage(position)),
    timeline_after: after,
    cursor,
  }) as StaffChat;

const positions = ({ timeline_items }: StaffChat) => timeline_items.map(({ position }) => position);

it("adds what came since to what is there, each once", () => {
  const known = chat([4, 5, 6], 3, "6.111111111");
  const now = withEarlier(chat([6, 7], 5, "7.111111111"), known);
  expect(positions(now)).toEqual([4, 5, 6, 7]);
  expect(now).toMatchObject({ timeline_after: 3, cursor: "7.111111111" });
});

it("begins again where there is a hole, and after a backup was restored", () => {
  const known = chat([4, 5], 3, "5.111111111");
  expect(positions(withEarlier(chat([300], 299, "300.111111111"), known))).toEqual([300]);
  expect(positions(withEarlier(chat([1], 0, "1.222222222"), known))).toEqual([1]);
});
