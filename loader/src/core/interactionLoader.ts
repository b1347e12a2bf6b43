import { pristine } from "../basics/pristineGlobals.ts";
import type { LoaderConfiguration } from "../protocol/configuration.ts";
import { loadPart } from "./loadPart.ts";
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
 * @param start starts it on this page.
 * @param onFailure called if it does not come, or not in time.
 */
export function createLazyInteraction(
  configuration: LoaderConfiguration,
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
      // Not cleared: the frame whose timers these are may be another one by then.
      pristine.setTimeout(() => lazy._current || onFailure(), MODULE_TIMEOUT_MS);
      const begin = (module: InteractionModule) => {
        const interaction = start(module);
        lazy._current = interaction;
        for (let index = 0; index < waiting.length; index++) (waiting[index] as Act)(interaction);
      };
      loadPart(configuration, __PSN_INTERACTION__, begin, onFailure);
    },
  };
  return lazy;
}
