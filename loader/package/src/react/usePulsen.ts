import { useEffect, useRef, useState } from "react";
import type { Pulsen, PulsenCallback, PulsenCustomer, PulsenMessageType } from "../../../src/host/psn.ts";
import type { PulsenLoadError } from "../error.ts";
import type { PulsenOptions } from "../options.ts";
import { holdWidget } from "./heldWidget.ts";

/** What both components take. All but the options may change at any time. */
export interface PulsenProps extends PulsenOptions {
  /** Who the visitor is. */
  customer?: PulsenCustomer | null | undefined;
  /** Anything else about the visitor, by name. */
  attributes?: Record<string, unknown> | null | undefined;
  /** Both, signed by your server. */
  jws?: string | null | undefined;
  /** Whether the visitor allows the widget; what `needsConsent` waits for. */
  consent?: boolean | undefined;
  /** Called with the data of the widget's messages, by their type. */
  on?: { [Type in PulsenMessageType]?: PulsenCallback<Type> } | undefined;
  /** Called with the functions of `window.PSN` when the widget has been loaded. */
  onReady?: ((pulsen: Pulsen) => void) | undefined;
  /** Called if it cannot be loaded. Without it the error is on the console. */
  onError?: ((error: PulsenLoadError) => void) | undefined;
}

/** Loads a widget as long as the component is mounted, and returns it as soon as it is there. */
export function usePulsen(props: PulsenProps): Pulsen | undefined {
  const key = optionsKey(props);
  const [pulsen, setPulsen] = useState<Pulsen>();
  // Callbacks that the parent makes again with each rendering must not load the widget again.
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    let isMounted = true;
    const widget = holdWidget(JSON.parse(key));
    widget.pulsen.then(
      (loaded) => {
        if (!isMounted) return;
        setPulsen(() => loaded);
        latest.current.onReady?.(loaded);
      },
      (error: PulsenLoadError) => {
        if (!isMounted) return;
        const { onError } = latest.current;
        if (onError) onError(error);
        else console.error(error);
      },
    );
    return () => {
      isMounted = false;
      setPulsen(undefined);
      widget.release();
    };
  }, [key]);

  useConsent(pulsen, props);
  useVisitor(pulsen, props);
  useMessages(pulsen, props);
  return pulsen;
}

/** Returns the options as a text that changes only if one of them does. */
function optionsKey(props: PulsenProps): string {
  const {
    code,
    origin,
    nonce,
    language,
    position,
    zIndex,
    theme,
    hideLauncher,
    needsConsent,
    inline,
    header,
  } = props;
  const options = {
    code,
    origin,
    nonce,
    language,
    position,
    zIndex,
    theme,
    hideLauncher,
    needsConsent,
    inline,
    header,
  };
  return JSON.stringify(options satisfies PulsenOptions);
}

/** Tells the widget whether the visitor allows it, whenever that changes. */
function useConsent(pulsen: Pulsen | undefined, { consent }: PulsenProps): void {
  useEffect(() => {
    if (consent !== undefined) pulsen?.consent(consent).catch((error: unknown) => console.error(error));
  }, [pulsen, consent]);
}

/** Tells the widget who the visitor is, whenever that changes. */
function useVisitor(pulsen: Pulsen | undefined, { customer, attributes, jws }: PulsenProps): void {
  const visitor = JSON.stringify([customer ?? null, attributes ?? null, jws ?? null]);
  const told = useRef(NOBODY);
  useEffect(() => {
    if (!pulsen || told.current === visitor) return;
    told.current = visitor;
    const [customer, attributes, jws] = JSON.parse(visitor);
    pulsen.identify(customer, attributes, jws).catch((error: unknown) => console.error(error));
    return () => {
      told.current = NOBODY;
    };
  }, [pulsen, visitor]);
}

const NOBODY = "[null,null,null]";

/** Subscribes to the messages that somebody waits for. */
function useMessages(pulsen: Pulsen | undefined, { on }: PulsenProps): void {
  const latest = useRef(on);
  useEffect(() => {
    latest.current = on;
  });
  const types = Object.keys(on ?? {})
    .sort()
    .join(" ");
  useEffect(() => {
    if (!pulsen || types === "") return;
    const subscriptions = (types.split(" ") as PulsenMessageType[]).map((type) => {
      const callback = (data: never) =>
        (latest.current?.[type] as ((data: never) => void) | undefined)?.(data);
      pulsen.on(type, callback as never);
      return () => pulsen.off(type, callback as never);
    });
    return () => {
      for (const stop of subscriptions) stop();
    };
  }, [pulsen, types]);
}
