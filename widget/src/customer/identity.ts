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

/** Returns the identity as plain JSON; without what cannot be written as JSON. */
export function plain({ customer, attributes, jws }: Identity): Identity {
  return { customer: plainObject(customer), attributes: plainObject(attributes), jws };
}

function plainObject(value: object | null): object | null {
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    console.error("What PSN.identify was given about the visitor is not plain data, and is left out.");
    return null;
  }
}
