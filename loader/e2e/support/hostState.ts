import type { Frame, Page } from "@playwright/test";

/** The state of a host page that a script or a style of the widget could change. */
export interface HostState {
  globals: string[];
  /** Built-in functions that have been replaced. */
  replaced: string[];
  body: string;
  root: string[];
  sheets: number;
  styles: Record<string, Record<string, string>>;
  scroll: number[];
  history: number;
  cookie: string;
}

/** Reads the state. The widget's own elements are outside of head and body. */
export function readHostState(page: Page | Frame): Promise<HostState> {
  return page.evaluate(() => {
    const isNumber = (name: string) => /^\d+$/.test(name);
    const functionsOf = (name: string, holder: object) =>
      Object.entries(Object.getOwnPropertyDescriptors(holder)).flatMap(([key, { value, get, set }]) =>
        [value, get, set].filter((f) => typeof f === "function").map((f) => [`${name}.${key}`, f] as const),
      );
    const holders: [string, object][] = [
      ["window", window],
      ["document", document],
      ["history", history],
      ...[EventTarget, Node, Element, HTMLElement, Document, History, Storage, MessagePort].map(
        ({ name, prototype }): [string, object] => [name, prototype],
      ),
      ...[Object, Function, Array, String, RegExp, Promise, Map, Date].map(
        ({ name, prototype }): [string, object] => [name, prototype],
      ),
      ["Array", Array],
      ["JSON", JSON],
      ["Object", Object],
      ["Promise", Promise],
    ];
    const root = document.documentElement;
    return {
      // Frames are properties of the window, named by their index.
      globals: Object.getOwnPropertyNames(window)
        .filter((name) => !isNumber(name))
        .sort(),
      replaced: holders
        .flatMap(([name, holder]) => functionsOf(name, holder))
        .filter(([, f]) => !Function.prototype.toString.call(f).includes("[native code]"))
        .map(([name]) => name)
        .filter((name) => !name.startsWith("window.PSN")),
      body: document.body.outerHTML,
      root: root.getAttributeNames().map((name) => `${name}=${root.getAttribute(name)}`),
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      styles: Object.fromEntries(
        ["html", "body", "main", "h1", "p", "a", "label", "input", "button"].flatMap((selector) => {
          const element = document.querySelector(selector);
          if (!element) return [];
          const style = getComputedStyle(element);
          return [
            [selector, Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))],
          ];
        }),
      ),
      scroll: [root.scrollWidth, root.scrollHeight, scrollX, scrollY],
      history: history.length,
      cookie: origin === "null" ? "" : document.cookie,
    };
  });
}
