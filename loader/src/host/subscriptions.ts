import { pristine } from "../basics/pristineGlobals.ts";

export type Callback = (data: object) => void;

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
  /** Calls the callbacks for this type of message. */
  notify(type: string, data: object): void;
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
      for (let index = 0; index < length; index++) {
        const subscription = current[index] as Subscription;
        if (subscription.type !== type) continue;
        if (subscription.once) remove(type, subscription._callback);
        call(subscription._callback, data);
      }
    },
  };
}

/** An error in the host's callback goes to the host's console and must not stop the widget. */
function call(callback: Callback, data: object): void {
  try {
    callback(data);
  } catch (error) {
    pristine.console.error(error);
  }
}
