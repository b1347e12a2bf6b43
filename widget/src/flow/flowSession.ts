import type { Boot, FlowOutline } from "../boot";
import { readOutbox, setAsideReason } from "../effects/outbox";
import { loadEngine } from "../engine/engine";
import type { Customer, FlowEvent } from "../engine/types";
import { touchSession } from "../storage/visitor";
import { type LazyCustomer, loadCustomerModule } from "./lazyCustomer";
import { buildSessionContext, type Visit } from "./sessionContext";

/** Starts the flow's session in the engine, which is loaded for it. `signedLoading`: see `readSigned`. */
export async function startSession(
  boot: Boot,
  flow: FlowOutline,
  flowText: string,
  visit: Visit,
  signedLoading: Promise<Customer | undefined>,
) {
  const loading = loadEngine();
  // Storage is read while the engine is loading: the first access blocks the page until the browser has loaded it.
  touchSession(Date.now());
  const context = buildSessionContext(boot, flow, visit);
  const [engine, signed] = await Promise.all([loading, signedLoading]);
  const now = Date.now();
  const session = engine.startSession(flowText, { ...context, ...(signed && { customer: signed }), now });
  return {
    signed,
    view: () => session.view(),
    update: (event: FlowEvent) => session.update(event),
    report: () => ({
      ...session.report(),
      outbox: readOutbox().map((entry) => setAsideReason(entry) ?? "kept"),
    }),
  };
}

/** A session of the engine, and the customer whom the link's signature names. */
export type FlowSession = Awaited<ReturnType<typeof startSession>>;

/** Returns the session, of which the customer hears: with the first answer there is somebody to know. */
export function observeSession(session: FlowSession, customer: LazyCustomer): FlowSession {
  return {
    ...session,
    update(event) {
      if (event.type === "answered") customer.answered();
      return session.update(event);
    },
    report() {
      const customerError = customer.error();
      return { ...session.report(), ...(customerError !== undefined && { customerError }) };
    },
  };
}

/** Returns the customer whom the signature of the link names, where the server has found it to be valid. */
export async function readSigned(boot: Boot, signature: string | undefined): Promise<Customer | undefined> {
  if (!signature || boot.node?.signature_valid !== true) return undefined;
  try {
    const { readSignedCustomer } = await loadCustomerModule();
    return readSignedCustomer(signature);
  } catch (error) {
    // The flow goes on; the server knows the customer by the signature all the same.
    console.error(error);
    return undefined;
  }
}
