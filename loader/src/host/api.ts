import type { LifecycleEvent } from "../lifecycle/messages.ts";
import { report } from "../pristineGlobals.ts";
import { type Callback, createSubscriptions } from "./subscriptions.ts";

/**
 * `window.PSN`, the functions that the host's scripts can call (docs/widget.md#window-psn). There are two notations
 * for each command. The first one also works before the loader has started, with the stub that `main.ts` describes:
 *
 *     PSN("on", "PSN_FEEDBACK_SUBMITTED", (data) => thank(data.feedback_id));
 *     PSN.open();
 */
export interface Api extends Commands {
  (command: keyof Commands, ...details: unknown[]): void;
}

export interface Commands {
  /** Opens the widget, at once or as soon as the page has been parsed. */
  open(): void;
  /** Opens the widget, unless its periods say that the visitor has had it (docs/widget.md#periods). */
  openOnce(): void;
  close(): void;
  toggle(): void;
  /** Closes the widget and hides it with its launcher. */
  hide(): void;
  /** Shows the launcher, also that of a widget that is hidden or invisible by its configuration. */
  show(): void;
  /**
   * Calls back with the data of each host message of this type (`PSN_WIDGET_OPENED`, `PSN_END_OF_FLOW`, …), even if
   * the message is not posted to the window.
   */
  on(type: string, callback: Callback): void;
  /** Removes a callback. */
  off(type: string, callback: Callback): void;
  /**
   * Says who the visitor is: fields of the customer (`external_id`, `email`, `name`, …), anything else by name, and both
   * as the host's server has signed them, which a widget with `secure_mode` asks for. Without arguments: nobody is known.
   */
  identify(customer?: object | null, attributes?: object | null, jws?: string | null): void;
  /** Removes the widget, its listeners and `window.PSN` from the page. */
  destroy(): void;
}

/** The value of `window.PSN` when the loader starts: none, the stub with its queue, or the API of an earlier loader. */
interface ExistingApi {
  q?: ArrayLike<ArrayLike<unknown>>;
  destroy?: unknown;
}

export interface HostWindow {
  PSN?: ExistingApi | Api;
}

/** The loader's side of `window.PSN`. */
export interface InstalledApi {
  /** Runs the commands that the host queued before the loader started. */
  replay(): void;
  /** Calls the host's callbacks for this type of message. */
  notify(type: string, data: object): void;
  remove(): void;
}

type Command = (first?: unknown, second?: unknown, third?: unknown) => void;

/** Sets `window.PSN`. Returns `undefined` if an earlier loader has done so. */
export function installApi(
  host: HostWindow,
  send: (event: LifecycleEvent) => void,
): InstalledApi | undefined {
  const existing = host.PSN as ExistingApi | undefined;
  if (existing?.destroy) return undefined;

  const { add, remove, notify } = createSubscriptions();
  const commands = {
    // Without a prototype: inherited methods are not commands.
    __proto__: null,
    open: () => send({ type: "open", keyboard: false }),
    openOnce: () => send({ type: "open_once" }),
    close: () => send({ type: "close" }),
    toggle: () => send({ type: "toggle", keyboard: false }),
    hide: () => send({ type: "hide" }),
    show: () => send({ type: "show" }),
    on: add,
    off: remove,
    identify: (customer: unknown, attributes: unknown, jws: unknown) =>
      send({ type: "identify", customer, attributes, jws }),
    destroy: () => send({ type: "destroy" }),
  } as unknown as Record<string, Command>;

  const run = (name: string, first: unknown, second: unknown, third: unknown) => {
    const command = commands[name];
    if (command) command(first, second, third);
    else report(`window.PSN has no command "${name}".`);
  };
  for (const name in commands) (run as unknown as typeof commands)[name] = commands[name] as Command;
  const api = run as unknown as Api;
  host.PSN = api;

  return {
    replay() {
      const queue = existing?.q;
      for (let index = 0; queue && index < queue.length; index++) {
        const entry = queue[index] as ArrayLike<never>;
        run(entry[0] as never, entry[1], entry[2], entry[3]);
      }
    },
    notify,
    remove() {
      if (host.PSN === api) delete host.PSN;
    },
  };
}
