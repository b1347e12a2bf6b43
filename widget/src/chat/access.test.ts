// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { takeChatAccess } from "./access";

const replaceState = vi.fn();

beforeEach(() => {
  replaceState.mockClear();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe("the token", () => {
  it("is taken out of the address bar, and the rest stays", () => {
    expect(open("?lang=tr&feedback_id=f1&token=secret")).toEqual({ feedbackId: "f1", token: "secret" });
    const [, , address] = replaceState.mock.calls[0] ?? [];
    expect(String(address)).toBe("https://x.example/chat?lang=tr&feedback_id=f1");
  });

  it("is there again when the page is loaded anew, for its own chat only", () => {
    open("?feedback_id=f1&token=secret");
    open("?feedback_id=f2&token=other");
    replaceState.mockClear();
    expect(open("?feedback_id=f1")).toEqual({ feedbackId: "f1", token: "secret" });
    expect(open("?feedback_id=f3")).toBeUndefined();
    expect(replaceState).not.toHaveBeenCalled();
  });

  it("of a newer link replaces the one kept", () => {
    open("?feedback_id=f1&token=old");
    open("?feedback_id=f1&token=new");
    expect(open("?feedback_id=f1")?.token).toBe("new");
  });

  it.each(["", "?token=secret", "?feedback_id=f1", "?feedback_id=toString", "?feedback_id=&token="])(
    "or its feedback missing, '%s' opens nothing",
    (query) => {
      expect(open(query)).toBeUndefined();
      if (query.includes("token")) expect(replaceState).toHaveBeenCalledOnce();
    },
  );

  it("serves its page also where storage is blocked or damaged", () => {
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
