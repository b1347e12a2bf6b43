import type { Pulsen } from "../../../src/host/psn.ts";
import { loadPulsen } from "../loadPulsen.ts";
import type { PulsenOptions } from "../options.ts";

/** Waits for the widgets that nobody holds any more. */
async function othersHaveLeft(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  const leaving = [...held.values()].filter(({ holders }) => holders === 0);
  await Promise.allSettled(leaving.map(({ pulsen }) => pulsen));
}

/** A widget that components hold. */
interface HeldWidget {
  pulsen: Promise<Pulsen>;
  /** How many components hold it. */
  holders: number;
}

const held = new Map<string, HeldWidget>();

/**
 * Loads a widget, or takes part in one that another component has loaded. One that is about to leave the page leaves
 * first: a page that shows the same widget in another form must not get the old one.
 *
 * @returns the widget, and the function that lets go of it. When nobody holds it any more it leaves the page: not at
 *   once, because in its strict mode React mounts each component twice.
 */
export function holdWidget(options: PulsenOptions): { pulsen: Promise<Pulsen>; release(): void } {
  const key = JSON.stringify(options);
  const widget = held.get(key) ?? { pulsen: othersHaveLeft().then(() => loadPulsen(options)), holders: 0 };
  held.set(key, widget);
  widget.holders += 1;
  /** Returns whether it is to leave the page: it may be held again before it has been loaded. */
  const isLetGo = () => widget.holders === 0 && held.get(key) === widget && held.delete(key);
  const letGo = () =>
    widget.pulsen.then(
      (pulsen) => {
        if (isLetGo()) pulsen.destroy();
      },
      // One that could not be loaded is not on the page.
      isLetGo,
    );
  return {
    pulsen: widget.pulsen,
    release() {
      widget.holders -= 1;
      setTimeout(letGo, 0);
    },
  };
}
