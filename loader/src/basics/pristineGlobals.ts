export type Globals = Window & typeof globalThis;

/**
 * The built-in objects that the loader works with. Host pages replace built-in functions (old polyfills, consent
 * tools, test doubles); the launcher's own about:blank frame has a set that nobody has touched, and the loader uses
 * that one as soon as the frame exists. Until then, and on pages that allow no such frame, it uses the host's.
 *
 * For the same reason the loader never uses syntax that calls prototype methods by itself: no iteration, no
 * spreading, no array methods and no regex literals. `test/output.test.ts` checks the built file for them.
 */
export let pristine = globalThis as Globals;

export function usePristineGlobals(globals: Globals): void {
  pristine = globals;
}

export function lowerCase(text: string): string {
  return pristine.String.prototype.toLowerCase.call(text);
}

export function startsWith(text: string, start: string): boolean {
  return pristine.String.prototype.startsWith.call(text, start);
}

export function append(parent: Node, child: Node): void {
  pristine.Node.prototype.appendChild.call(parent, child);
}

export function setAttribute(element: Element, name: string, value: string): void {
  pristine.Element.prototype.setAttribute.call(element, name, value);
}

/**
 * Calls back when the script that runs now is over. Waiting for what is no object uses nothing that a host can replace,
 * and works without a frame.
 */
export async function afterScript(callback: () => void): Promise<void> {
  await 0;
  callback();
}

/** Reports a problem to the developers of the host page, in one line on the console. */
export function report(text: string): void {
  pristine.console.error(`[Pulsen] ${text}`);
}
