import type { LifecycleEvent } from "../lifecycle/messages.ts";
import { clean, report } from "../realm.ts";

/**
 * `window.PSN`, what a host's own script can ask of the widget. Every command can be written in two ways, and the
 * first one also before the script is there, with the stub that `main.ts` names:
 *
 *     PSN("on", "PSN_FEEDBACK_SUBMITTED", (data) => thank(data.feedback_id));
 *     PSN.open();
 */
export interface Api extends Commands {
  (command: keyof Commands, first?: unknown, second?: unknown): void;
}

export interface Commands {
  /** Opens the widget: at once, or as soon as the page is there. */
  open(): void;
  close(): void;
  toggle(): void;
  /**
   * Calls back with the data of every host message of this type (`PSN_WIDGET_OPENED`, `PSN_END_OF_FLOW`, …),
   * whether or not it is posted to the window as well.
   */
  on(type: string, callback: Callback): void;
  /** Stops that. */
  off(type: string, callback: Callback): void;
  /** Takes the widget, its listeners and `window.PSN` off the page. */
  destroy(): void;
}

type Callback = (data: object) => void;

/** What this script finds as `window.PSN`: nothing, the stub with its queue, or itself loaded a second time. */
interface Found {
  q?: ArrayLike<ArrayLike<unknown>>;
  destroy?: unknown;
}

export interface HostWindow {
  PSN?: Found | Api;
}

/** The host's side of the widget. */
export interface HostApi {
  /** Carries out what the host asked for before the script was there. */
  replay(): void;
  /** Calls those who listen to this type of message. */
  emit(type: string, data: object): void;
  remove(): void;
}

/** Puts `window.PSN` on the page; `undefined` where it is there already. */
export function installApi(host: HostWindow, send: (event: LifecycleEvent) => void): HostApi | undefined {
  const found = host.PSN as Found | undefined;
  if (found?.destroy) return undefined;

  let listeners: Listener[] = [];
  const commands = {
    // Nothing inherited: only these are commands.
    __proto__: null,
    open: () => send({ type: "open", keyboard: false }),
    close: () => send({ type: "close" }),
    toggle: () => send({ type: "toggle", keyboard: false }),
    on(type: string, callback: Callback) {
      listeners[listeners.length] = { type, callback };
    },
    off(type: string, callback: Callback) {
      // A new list: a callback may take itself off while the old one is gone through.
      const others: Listener[] = [];
      for (let index = 0; index < listeners.length; index++) {
        const listener = listeners[index] as Listener;
        if (listener.type !== type || listener.callback !== callback) others[others.length] = listener;
      }
      listeners = others;
    },
    destroy: () => send({ type: "destroy" }),
  };

  const table = commands as unknown as Record<string, (first?: unknown, second?: unknown) => void>;
  const run = (name: string, first: unknown, second: unknown) => {
    const command = table[name];
    if (command) command(first, second);
    else report(`window.PSN has no command "${name}".`);
  };
  for (const name in table) (run as unknown as typeof table)[name] = table[name] as () => void;
  const api = run as unknown as Api;
  host.PSN = api;

  return {
    replay() {
      const queue = found?.q;
      for (let index = 0; queue && index < queue.length; index++) {
        const entry = queue[index] as ArrayLike<never>;
        run(entry[0] as never, entry[1], entry[2]);
      }
    },
    emit(type, data) {
      const present = listeners;
      const { length } = present;
      for (let index = 0; index < length; index++) {
        const listener = present[index] as Listener;
        if (listener.type === type) call(listener.callback, data);
      }
    },
    remove() {
      if (host.PSN === api) delete host.PSN;
    },
  };
}

interface Listener {
  type: string;
  callback: Callback;
}

/** A host's mistake is for its console, and must not stop the widget. */
function call(callback: Callback, data: object): void {
  try {
    callback(data);
  } catch (error) {
    clean.console.error(error);
  }
}
