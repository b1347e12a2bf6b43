// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { activeChat, keepActiveChat, keepChat } from "../../storage/chatRecords";
import { chatAddress, followNewLinks, takeChatAccess } from "./chatAccess";
import { keptDraft } from "./draft";
import { forgetChat } from "./forgetChat";

const replaceState = vi.fn();

beforeEach(() => {
  vi.unstubAllGlobals();
  replaceState.mockClear();
  window.sessionStorage.clear();
  window.localStorage.clear();
});

describe("the chat token", () => {
  it("is removed from the address bar, and the rest stays", () => {
    expect(open("?lang=tr&feedback_id=f1&token=secret")).toEqual({ feedbackId: "f1", token: "secret" });
    const [, , address] = replaceState.mock.calls[0] ?? [];
    expect(String(address)).toBe("https://x.example/chat?lang=tr&feedback_id=f1");
  });

  it.each([
    ["?feedback_id=f1#token=secret", "?feedback_id=f1"],
    ["?feedback_id=f1&lang=tr#token=secret&x=1", "?feedback_id=f1&lang=tr#x=1"],
    ["?feedback_id=f1&token=other#token=secret", "?feedback_id=f1"],
    ["?feedback_id=f1&token=secret#part", "?feedback_id=f1#part"],
  ])("of '%s' is taken, and no longer in the address", (address, left) => {
    expect(open(address)).toEqual({ feedbackId: "f1", token: "secret" });
    expect(replaceState).toHaveBeenCalledOnce();
    expect(String(replaceState.mock.calls[0]?.[2])).toBe(`https://x.example/chat${left}`);
  });

  it.each([
    ["#token=secret", 1],
    ["#x=1&token=secret", 1],
    ["#x=token", 0],
    ["", 0],
  ])("of a link that is followed in the chat's own tab is read: '%s'", (hash, times) => {
    const reload = vi.fn();
    const addEventListener = vi.fn();
    followNewLinks({ addEventListener, location: { hash, reload } as unknown as Location });
    expect(addEventListener).toHaveBeenCalledWith("hashchange", expect.any(Function));
    addEventListener.mock.calls[0]?.[1]();
    expect(reload).toHaveBeenCalledTimes(times);
  });

  it("is found after a reload, for its own chat only", () => {
    open("?feedback_id=f1&token=secret");
    open("?feedback_id=f2&token=other");
    replaceState.mockClear();
    expect(open("?feedback_id=f1")).toEqual({ feedbackId: "f1", token: "secret" });
    expect(open("?feedback_id=f3")).toBeUndefined();
    expect(replaceState).not.toHaveBeenCalled();
  });

  it("of a chat that began in this browser is found in its storage", () => {
    keepChat("node", { feedbackId: "f9", token: "kept" });
    expect(open("?feedback_id=f9")?.token).toBe("kept");
    expect(open("?feedback_id=f9&token=mailed")?.token).toBe("mailed");
  });

  it("goes to the chat's page without its address, where the tab has storage", () => {
    expect(chatAddress({ feedbackId: "f 7", token: "secret" })).toBe("chat?feedback_id=f+7");
    expect(open("?feedback_id=f+7")?.token).toBe("secret");
    vi.stubGlobal("window", {
      get sessionStorage() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(chatAddress({ feedbackId: "f7", token: "secret" })).toBe("chat?feedback_id=f7#token=secret");
  });

  it("of a chat that is gone is forgotten by tab and browser, and no other", () => {
    keepActiveChat("node", { feedbackId: "gone", token: "a" });
    keepChat("node", { feedbackId: "stays", token: "b" });
    keepChat("other", { feedbackId: "gone", token: "a" });
    open("?feedback_id=gone&token=a");
    keptDraft("gone").write("I wanted to");
    forgetChat("gone");
    expect(open("?feedback_id=gone")).toBeUndefined();
    expect(open("?feedback_id=stays")?.token).toBe("b");
    expect(activeChat("node")).toBeUndefined();
    expect(JSON.stringify([{ ...window.localStorage }, { ...window.sessionStorage }])).not.toContain("gone");
  });

  it("of a newer link replaces the stored one", () => {
    open("?feedback_id=f1&token=old");
    open("?feedback_id=f1&token=new");
    expect(open("?feedback_id=f1")?.token).toBe("new");
  });

  it.each(["", "?token=secret", "?feedback_id=f1", "?feedback_id=toString", "?feedback_id=&token="])(
    "or the feedback id missing, '%s' gives no access",
    (query) => {
      expect(open(query)).toBeUndefined();
      if (query.includes("token")) expect(replaceState).toHaveBeenCalledOnce();
    },
  );

  it("is read where storage is blocked or damaged", () => {
    window.sessionStorage.setItem("FLOW/chat_tokens", "{half");
    expect(open("?feedback_id=f1&token=secret")?.token).toBe("secret");
    vi.stubGlobal("window", {
      get sessionStorage() {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(open("?feedback_id=f1&token=secret")?.token).toBe("secret");
    expect(open("?feedback_id=f1")).toBeUndefined();
  });
});

function open(query: string) {
  const location = { href: `https://x.example/chat${query}` } as Location;
  return takeChatAccess({ location, history: { state: null, replaceState } as unknown as History });
}
