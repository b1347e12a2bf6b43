import type { Page } from "@playwright/test";

/**
 * Records, on pages that are opened from now on, which listeners are added with the host's own `addEventListener`. The
 * returned function returns their types in order.
 */
export async function recordListenerCalls(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const calls: string[] = [];
    Object.assign(window, { e2eListenerCalls: calls });
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (...args: Parameters<typeof addEventListener>) {
      calls[calls.length] = args[0];
      return addEventListener.apply(this, args);
    };
  });
  return () => page.evaluate(() => (window as unknown as { e2eListenerCalls: string[] }).e2eListenerCalls);
}

/** Returns the types of all listeners of the window, the document, the root and the body, however they were added. */
export async function readListeners(page: Page): Promise<Record<string, string[]>> {
  const session = await page.context().newCDPSession(page);
  const listeners: Record<string, string[]> = {};
  for (const target of ["window", "document", "document.documentElement", "document.body"]) {
    const { result } = await session.send("Runtime.evaluate", { expression: target });
    if (!result.objectId) throw new Error(`There is no ${target}.`);
    const found = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    listeners[target] = found.listeners.map(({ type }) => type).sort();
  }
  await session.detach();
  return listeners;
}
