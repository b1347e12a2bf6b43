import type { Pulsen } from "../../src/host/psn.ts";
import { PulsenLoadError } from "./error.ts";
import { type PulsenOptions, readOptions, type ScriptRequest } from "./options.ts";
import { runScript } from "./scriptElement.ts";

declare global {
  interface Window {
    /** The first widget on this page, as soon as its script has run. */
    PSN?: Pulsen;
  }
}

/** The scripts that are on their way, by their address. */
const loading = new Map<string, Promise<Pulsen>>();

/**
 * Loads a widget, once: another call for the same widget gets the same one. After `destroy` a call reloads it.
 *
 * Safe at the top of a module that also runs on a server: there the promise is rejected, which nobody has to handle.
 *
 * @returns the functions of `window.PSN`. Rejected with a {@link PulsenLoadError}.
 */
export function loadPulsen(options: PulsenOptions): Promise<Pulsen> {
  const pulsen = load(options);
  // Anyone who does not wait for it does not have to handle its rejection.
  pulsen.catch(() => {});
  return pulsen;
}

async function load(options: PulsenOptions): Promise<Pulsen> {
  if (typeof document === "undefined") {
    throw new PulsenLoadError(
      "no_document",
      "Widgets are loaded in browsers only: there is no document here.",
    );
  }
  const request = readOptions(options);
  const { code, address } = request;
  const running = runningWidget(code);
  if (running) return running;
  let promise = loading.get(address);
  if (!promise) {
    promise = start(request).finally(() => loading.delete(address));
    loading.set(address, promise);
  }
  return promise;
}

async function start({ code, address, attributes }: ScriptRequest): Promise<Pulsen> {
  await runScript(address, attributes);
  const pulsen = runningWidget(code);
  if (pulsen) return pulsen;
  throw new PulsenLoadError(
    "not_started",
    `The widget ${code} did not start: the server may not know it. The console says why.`,
  );
}

/** Returns a widget that is on this page. */
function runningWidget(code: string): Pulsen | undefined {
  // The host's stub, which queues calls until a script has run, has no widgets.
  return (window.PSN as Partial<Pulsen> | undefined)?.widgets?.[code];
}
