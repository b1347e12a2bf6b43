import { pristine } from "../basics/pristineGlobals.ts";

/** What a callback returns means something for `PSN_REDIRECT` only. */
export type Callback = (data: object) => unknown;

interface Subscription {
  type: string;
  _callback: Callback;
  once: boolean;
}

/** The host's callbacks for messages of the widget. */
export interface Subscriptions {
  /** @param once the callback is removed before it is called. */
  add(type: string, callback: Callback, once?: boolean): void;
  remove(type: string, callback: Callback): void;
  /** Calls the callbacks for this type of message. Returns whether one of them has returned false: the host refuses. */
  notify(type: string, data: object): boolean;
}

export function createSubscriptions(): Subscriptions {
  let subscriptions: Subscription[] = [];
  const remove = (type: string, callback: Callback) => {
    // A new list, because a callback may remove itself while `notify` goes through the old one.
    const others: Subscription[] = [];
    for (let index = 0; index < subscriptions.length; index++) {
      const subscription = subscriptions[index] as Subscription;
      if (subscription.type !== type || subscription._callback !== callback) {
        others[others.length] = subscription;
      }
    }
    subscriptions = others;
  };
  return {
    add(type, callback, once = false) {
      subscriptions[subscriptions.length] = { type, _callback: callback, once };
    },
    remove,
    notify(type, data) {
      const current = subscriptions;
      const { length } = current;
      let isRefused = false;
      for (let index = 0; index < length; index++) {
        const subscription = current[index] as Subscription;
        if (subscription.type !== type) continue;
        if (subscription.once) remove(type, subscription._callback);
        if (call(subscription._callback, data) === false) isRefused = true;
      }
      return isRefused;
    },
  };
}

/** An error in the host's callback goes to the host's console and must not stop the widget. */
function call(callback: Callback, data: object): unknown {
  try {
    return callback(data);
  } catch (error) {
    pristine.console.error(error);
    return undefined;
  }
}
