import { pristine } from "../basics/pristineGlobals.ts";
import type { LifecycleEvent } from "../lifecycle/messages.ts";
import type { Call } from "./call.ts";

/**
 * The commands of `window.PSN` (docs/widget.md#window-psn). A text: the event that it is in the life cycle. True: the
 * interaction carries it out. False: it also does, but is not loaded for it.
 */
const COMMANDS = {
  // Without a prototype: inherited methods are not commands.
  __proto__: null,
  open: "open",
  close: "close",
  toggle: "toggle",
  show: "show",
  hide: "hide",
  openOnce: "_open_once",
  openChat: "open",
  destroy: "destroy",
  identify: true,
  reset: true,
  prefill: true,
  setLanguage: true,
  consent: true,
  ready: true,
  event: "_host_event",
  on: false,
  once: false,
  off: false,
} as unknown as Record<string, LifecycleEvent["type"] | boolean | undefined>;

/** The value of `window.PSN`: the host's stub with its queue, or a loader's. */
interface Api {
  (...call: unknown[]): unknown;
  q?: ArrayLike<ArrayLike<unknown>>;
  /** The widgets on the page by their codes. A stub has none. */
  widgets?: Record<string, unknown>;
}

export interface HostWindow {
  PSN?: Api | undefined;
}

/** The core's side of `window.PSN`. */
export interface InstalledApi {
  /** There is no other widget, so that `window.PSN` itself speaks to this one. */
  _isFirst: boolean;
  /** Carries the commands out that the host queued before the loader started. */
  _replay(): void;
  /** Makes room for another loader of the same widget. `window.PSN` stays. */
  _leave(): void;
  remove(): void;
}

/** Returns what the core does for a command; `undefined` if there is no such command. */
export function commandOf({ 0: name }: Call): LifecycleEvent["type"] | boolean | undefined {
  return COMMANDS[name as string];
}

/**
 * Makes the commands of a widget, and sets `window.PSN` to them if there is no other widget on the page. Returns
 * `undefined` if an earlier loader has done that for the same widget.
 *
 * @param take carries a command out and settles its promise.
 */
export function installApi(
  host: HostWindow,
  code: string,
  take: (call: Call) => void,
  isOpen: () => boolean,
): InstalledApi | undefined {
  const existing = host.PSN;
  const widgets = existing?.widgets ?? ({ __proto__: null } as unknown as Record<string, unknown>);
  if (widgets[code]) return undefined;

  const run = (...call: unknown[]) => {
    const taken = call as unknown as Call;
    // The host's own: it is the host's code that waits for it.
    const promise = new Promise<unknown>((resolve, reject) => {
      taken.resolve = resolve;
      taken.reject = reject;
    });
    taken.promise = promise;
    take(taken);
    return promise;
  };
  const commands: Record<string, unknown> = {};
  for (const name in COMMANDS) {
    commands[name] = (first: unknown, second: unknown, third: unknown) => run(name, first, second, third);
  }
  const widget = (other: string) => widgets[other];
  const api: Api = pristine.Object.assign(run, commands, { isOpen, widget, widgets });
  const isFirst = !firstOf(widgets);
  widgets[code] = api;
  if (isFirst) host.PSN = api;

  const leave = () => {
    if (widgets[code] === api) delete widgets[code];
  };
  return {
    _isFirst: isFirst,
    _replay() {
      const queue = isFirst && existing?.q;
      for (let index = 0; queue && index < queue.length; index++) take(queue[index] as Call);
    },
    _leave: leave,
    remove() {
      leave();
      if (host.PSN !== api) return;
      host.PSN = firstOf(widgets);
      // The stub of a host that has declared a variable of this name cannot be deleted.
      if (!host.PSN) pristine.Reflect.deleteProperty(host, "PSN");
    },
  };
}

function firstOf(widgets: Record<string, unknown>): Api | undefined {
  for (const code in widgets) return widgets[code] as Api;
  return undefined;
}
