import { pristine } from "../basics/pristineGlobals.ts";
import type { Interaction, InteractionModule } from "./parts.ts";

/** The file name of the interaction that was built with this core (`builds.mjs`). */
declare const __PSN_INTERACTION__: string;

/** How long a module may take to load (docs/constants.md#delays). */
export const MODULE_TIMEOUT_MS = 120_000;

/** The part of the loader that comes when somebody needs it. */
export interface LazyInteraction {
  /** None as long as it has not come. */
  _current?: Interaction;
  /** Acts at once, or as soon as the interaction has come. In order. */
  _use(act: (interaction: Interaction) => void): void;
  /** Loads it, once. */
  load(): void;
}

/**
 * @param base the server's address.
 * @param start starts it on this page.
 * @param onFailure called if it does not come, or not in time.
 */
export function createLazyInteraction(
  base: string,
  code: string,
  start: (module: InteractionModule) => Interaction,
  onFailure: () => void,
): LazyInteraction {
  type Act = (interaction: Interaction) => void;
  const waiting: Act[] = [];
  let isLoading = false;
  const lazy: LazyInteraction = {
    _use(act) {
      if (lazy._current) act(lazy._current);
      else waiting[waiting.length] = act;
    },
    load() {
      if (isLoading) return;
      isLoading = true;
      const { then } = pristine.Promise.prototype;
      // An address with another fragment is another module, of the same file: each widget has one of its own.
      const module = import(/* @vite-ignore */ `${base}/loader/${__PSN_INTERACTION__}#${code}`);
      // Not cleared: the frame whose timers these are may be another one by then.
      pristine.setTimeout(() => lazy._current || onFailure(), MODULE_TIMEOUT_MS);
      const started = then.call(module, (module: InteractionModule) => {
        const interaction = start(module);
        lazy._current = interaction;
        for (let index = 0; index < waiting.length; index++) (waiting[index] as Act)(interaction);
      });
      then.call(started, null, onFailure);
    },
  };
  return lazy;
}
