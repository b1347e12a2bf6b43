// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { edgeToLeave, focusEdge } from "./focusOrder";

beforeEach(() => {
  // There is no layout in this environment: elements are visible unless they have `data-invisible`.
  vi.spyOn(HTMLElement.prototype, "getClientRects").mockImplementation(function (this: HTMLElement) {
    return (this.dataset.invisible === undefined ? [{}] : []) as unknown as DOMRectList;
  });
});

describe("the focus order", () => {
  it("begins and ends with elements that Tab reaches", () => {
    show(`
      <button disabled>off</button><div inert><button>inert</button></div><a>no address</a>
      <button id="first">a</button><input id="middle"><p tabindex="-1">p</p>
      <div tabindex="0" id="last">log</div><button data-invisible>hidden</button>`);
    focusEdge(document, "first");
    expect(document.activeElement?.id).toBe("first");
    expect(leaves("first", true)).toBe("first");
    expect(leaves("first", false)).toBeUndefined();
    expect(leaves("middle", true)).toBeUndefined();
    focusEdge(document, "last");
    expect(document.activeElement?.id).toBe("last");
    expect(leaves("last", false)).toBe("last");
  });

  it("has one stop for a group of radio buttons: the checked one", () => {
    show(`<input type="radio" name="g" id="r1"><input type="radio" name="g" id="r2" checked>`);
    focusEdge(document, "last");
    expect(document.activeElement?.id).toBe("r2");
    expect(leaves("r2", false)).toBe("last");
    expect(leaves("r2", true)).toBe("first");
  });

  it("can be left from any radio button of a group without a checked one", () => {
    show(`<button>a</button><input type="radio" name="g" id="r1"><input type="radio" name="g" id="r2">`);
    expect(leaves("r1", false)).toBe("last");
    expect(leaves("r1", true)).toBeUndefined();
  });

  it("has no edge without focusable elements", () => {
    show("<p>nothing</p>");
    focusEdge(document, "first");
    expect(edgeToLeave(document, document.body, false)).toBeUndefined();
  });
});

function show(html: string) {
  document.body.innerHTML = html;
}

function leaves(id: string, isBackwards: boolean) {
  return edgeToLeave(document, document.getElementById(id), isBackwards);
}
