import { listen } from "../basics/listeners.ts";
import { pristine } from "../basics/pristineGlobals.ts";
import type { Core } from "../core/parts.ts";

/** What the widgets of a page share, because it has one title. */
interface SharedTitle {
  /** Unread replies by the codes of the widgets. */
  counts: Record<string, number>;
  /** The host's title. */
  own: string;
  /** The title with the number. */
  shown: string;
}

/** Shows the number of unread replies in the title of the host page (docs/widget.md#unread-replies). */
export interface TitleCount {
  /** Begins to notice whether the tab is visible, until the widget is removed. */
  begin(): void;
  /** To be called with each change of the widget. */
  update(): void;
  /** Gives the host its title back: the widget is taken off the page. */
  stop(): void;
}

export function createTitleCount({
  _configuration: { code },
  state,
  _isAllowed: isAllowed,
}: Core): TitleCount {
  const update = () => {
    const isSeen = state.open && !document.hidden;
    setCount(code, isSeen || !isAllowed() ? 0 : state.unread);
  };
  return {
    begin: () => listen(document, "visibilitychange", update),
    update,
    stop: () => setCount(code, 0),
  };
}

function setCount(code: string, count: number): void {
  try {
    // A symbol, which no script of the host comes across.
    const name = pristine.Symbol.for("pulsen.title");
    const host = document as unknown as Record<symbol, SharedTitle | undefined>;
    const shared = host[name] ?? { counts: { __proto__: null } as never, own: "", shown: "" };
    if (!count && !shared.shown) return;
    host[name] = shared;
    shared.counts[code] = count;
    let sum = 0;
    for (const each in shared.counts) sum += shared.counts[each] as number;
    const { title } = document;
    // Another title is the host's new one.
    if (!shared.shown || title !== shared.shown) shared.own = title;
    shared.shown = sum ? `(${sum})${shared.own && " "}${shared.own}` : "";
    const wanted = shared.shown || shared.own;
    if (title !== wanted) document.title = wanted;
  } catch {
    // The host has replaced what sets its title.
  }
}
