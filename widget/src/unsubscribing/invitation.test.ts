import { describe, expect, it } from "vitest";
import { repositoryFile } from "../engine/loadForTests";
import { CHANNELS, readInvitation } from "./invitation";

interface FixturePair {
  parameters: [string, string];
  channel: string | null;
}

describe("an invitation", () => {
  it("has the channels that the engine knows", () => {
    const pairs = JSON.parse(repositoryFile("engine/fixtures/tracking-pairs.json")) as FixturePair[];
    const known = pairs
      .filter(({ channel }) => channel)
      .map(({ parameters: [first], channel }) => [first, channel]);
    expect(CHANNELS).toEqual(Object.fromEntries(known));
  });

  it("is told by the first complete pair", () => {
    const read = (query: string) => readInvitation(new URLSearchParams(query));
    expect(read("sdi=1&sci=2&wdi=3&wci=4")).toEqual({ channel: "sms", tracking: { sdi: "1", sci: "2" } });
    expect(read("sdi=1&wdi=3&wci=4")).toEqual({ channel: "whatsapp", tracking: { wdi: "3", wci: "4" } });
    expect(read("pndi=%C5%9E&pnci=6")?.channel).toBe("push_notification");
    expect(read("edi=1&eci=2&wdi=3&wci=4"), "came by e-mail").toBeUndefined();
    expect(read("sdi=&sci=2")).toBeUndefined();
    expect(read("")).toBeUndefined();
  });
});
