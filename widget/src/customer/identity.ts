/** Who a host page says the visitor is (docs/widget.md#window-psn). */
export interface Identity {
  /** Fields of the customer. */
  customer: object | null;
  /** Anything else that the host knows, by name. */
  attributes: object | null;
  /** Both, signed by the host's server. */
  jws: string | null;
}

/** Returns whether a host says that nobody is known. */
export function isNobody({ customer, attributes, jws }: Identity): boolean {
  return !customer && !attributes && !jws;
}

/**
 * Most bytes of JSON that a host may say about a visitor without a signature. They are part of the feedback, of whose
 * customer the server takes 16 KiB: the answers need their share.
 */
const MAX_BYTES = 12 * 1024;

/** Returns the identity as plain JSON; without what cannot be written as JSON, or is too long. */
export function plain({ customer, attributes, jws }: Identity): Identity {
  const said = { customer: plainObject(customer), attributes: plainObject(attributes), jws };
  if (new Blob([JSON.stringify([said.customer, said.attributes])]).size <= MAX_BYTES) return said;
  console.error(`PSN.identify takes ${MAX_BYTES} bytes of JSON; what is longer is left out.`);
  return { customer: null, attributes: null, jws };
}

function plainObject(value: object | null): object | null {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    console.error("What PSN.identify was given about the visitor is not plain data, and is left out.");
    return null;
  }
}
