import { describe, expect, it } from "vitest";
import { isKeptPage, pageKey } from "./pageKey";

const page = (path: string) => new URL(path, "https://pulsen.example");

describe("the pages that are kept", () => {
  it.each([
    ["/feedback?node_id=shop", true],
    ["/web_feedback?node_id=shop&lang=de&q1=yes", true],
    ["/widget?code=PSN-DEMO123&frame=1", true],
    ["/widget?code=PSN-DEMO123", false],
    ["/widget/unread?code=PSN-DEMO123", false],
    ["/feedback", false],
    ["/feedback?node_id=", false],
    ["/feedback?node_id=shop&isPreview=true", false],
    ["/web_flow_preview?flow_id=visit", false],
    ["/flow_preview?flow_id=visit", false],
    ["/chat?feedback_id=1", false],
    ["/v1/nodes/shop?node_id=shop", false],
  ])("%s: %s", (path, expected) => {
    expect(isKeptPage(page(path))).toBe(expected);
  });
});

describe("the key of a page", () => {
  const key = async (path: string) => (await pageKey(page(path))).replace("https://pulsen.example", "");

  it("has what the server makes the page of, in one order, and nothing else", async () => {
    expect(await key("/feedback?utm=x&lang=de&q1=secret&node_id=a%26b&creator_id=7&sc=t#hash")).toBe(
      "/feedback?node_id=a%26b&lang=de",
    );
    expect(await key("/widget?code=PSN-DEMO123&frame=1")).toBe("/widget?code=PSN-DEMO123&frame=1");
  });

  it("tells signed links apart without their signature", async () => {
    const [one, same, other] = await Promise.all(
      ["s1", "s1&x=1", "s2"].map((signature) => key(`/feedback?node_id=a&signature=${signature}`)),
    );
    expect(one).toMatch(/^\/feedback\?node_id=a&signed=[0-9a-f]{64}$/);
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });
});
