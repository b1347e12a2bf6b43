import { describe, expect, it } from "vitest";
import { lastSeenKey } from "./lastSeen";
import { message } from "./testChat";

describe("the last message that the staff have seen", () => {
  const own = (id: string, position: number) => ({ ...message(id, position, "customer"), position });
  const theirs = (id: string, position: number) => ({ ...message(id, position), position });

  it("is the newest one up to their position", () => {
    const items = [own("a", 1), own("b", 2), own("c", 3)];
    expect([0, 1, 2, 3, 9].map((seen) => lastSeenKey(items, seen))).toEqual([undefined, "a", "b", "c", "c"]);
  });

  it("is not marked once they have answered", () => {
    expect(lastSeenKey([own("a", 1), theirs("b", 2)], 2)).toBeUndefined();
    expect(lastSeenKey([own("a", 1), theirs("b", 2), own("c", 3)], 3)).toBe("c");
    expect(lastSeenKey([own("a", 1), theirs("b", 2), own("c", 3)], 2)).toBeUndefined();
  });
});
