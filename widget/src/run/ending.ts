/** What thank-you pages show of the feedback that was given last on this page. */
export interface Ending {
  /** The number by which staff find it. */
  reference: string;
  /** The address of its live results, once the server has stored it. */
  results?: string;
}

let present: Ending | undefined;

/** Notes that a complete feedback is sent or kept, or stored by the server. */
export function noteEnding(ending: Ending): void {
  present = ending;
}

/** Returns what is known of the feedback that was given last; `undefined` before, and in previews. */
export function presentEnding(): Ending | undefined {
  return present;
}
