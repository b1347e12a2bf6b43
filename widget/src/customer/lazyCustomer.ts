import { isLate } from "../basics/isLate";
import { loadChunk } from "../basics/loadChunk";
import type { Boot } from "../boot/boot";
import type { Customer } from "../engine/types";
import type { CustomerOptions, CustomerRun } from "./customerRun";
import type { Identity } from "./identity";

/** What a flow tells about its visitor. */
export interface LazyCustomer {
  answered(): void;
  identify(identity: Identity): void;
  opened(): void;
  refused(): void;
  load(creatorId: string): void;
  /** Another visitor answers from now on, of whom nothing is known. */
  forget(): void;
  /** Returns the last failure: the code or the status of the server's response. */
  error(): string | undefined;
}

/** Loads the code that speaks about customers, which few pages need before the visitor has answered. */
export const loadCustomerModule = () => loadChunk("customer", () => import("./index"));

/** @param options those of the run that is started on the first occasion. */
export function createLazyCustomer(options: Omit<CustomerOptions, "onError">): LazyCustomer {
  let starting: Promise<CustomerRun> | undefined;
  let error: string | undefined;
  let isForgotten = false;

  function start(): Promise<CustomerRun> {
    const send: CustomerOptions["send"] = (event) => {
      if (!isForgotten) options.send(event);
    };
    const onError = (reason: string) => {
      error = reason;
    };
    return loadCustomerModule().then(({ startCustomer }) => startCustomer({ ...options, send, onError }));
  }
  function tell(act: (run: CustomerRun) => void) {
    if (isForgotten) return;
    starting ??= start();
    starting.then(act).catch((reason) => {
      // The flow continues without; the next occasion tries again.
      starting = undefined;
      console.error(reason);
    });
  }
  return {
    answered: () => tell((run) => run.answered()),
    identify: (identity) => tell((run) => run.identify(identity)),
    opened: () => tell((run) => run.opened()),
    refused: () => tell((run) => run.refused()),
    load: (creatorId) => tell((run) => run.load(creatorId)),
    forget() {
      isForgotten = true;
    },
    error: () => error,
  };
}

/** Returns the customer whom the signature of the link names, where the server has found it to be valid. */
export async function readSigned(boot: Boot, signature: string | undefined): Promise<Customer | undefined> {
  if (!signature || boot.node?.signature_valid !== true) return undefined;
  try {
    const loading = loadCustomerModule();
    // Without it the flow begins with no answers filled in.
    if (await isLate(loading)) return undefined;
    const { readSignedCustomer } = await loading;
    return readSignedCustomer(signature);
  } catch (error) {
    // The flow continues; the server knows the customer by the signature all the same.
    console.error(error);
    return undefined;
  }
}
