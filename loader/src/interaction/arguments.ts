import { pristine } from "../basics/pristineGlobals.ts";

/** What the host's scripts give to commands may be anything. The functions here tell what is wrong with it. */

/** Most bytes of JSON about a visitor without a signature (docs/widget.md#identifying-visitors). */
const MAX_IDENTITY_BYTES = 12 * 1024;
/** Most bytes of JSON of answers that the host knows. */
const MAX_ANSWERS_BYTES = 64 * 1024;

const LANGUAGE = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$";

/** Returns what is wrong with the arguments of `identify`. */
export function checkIdentity(customer: unknown, attributes: unknown, jws: unknown): string | undefined {
  if (!isObjectOrNone(customer) || !isObjectOrNone(attributes) || !(isNone(jws) || typeof jws === "string")) {
    return "PSN.identify takes two objects and a text.";
  }
  // Nothing of it counts where it is signed.
  if (jws) return undefined;
  const bytes = bytesOf(pristine.Array.of(customer, attributes));
  if (bytes === undefined) return "PSN.identify takes plain data only.";
  if (bytes > MAX_IDENTITY_BYTES) return `PSN.identify takes ${MAX_IDENTITY_BYTES} bytes of JSON.`;
  return undefined;
}

/** Returns what is wrong with the argument of `prefill`. The flow decides later which answers fit. */
export function checkAnswers(answers: unknown): string | undefined {
  if (isNone(answers) || !isObjectOrNone(answers)) return "PSN.prefill takes an object of answers.";
  const bytes = bytesOf(answers);
  if (bytes === undefined) return "PSN.prefill takes plain data only.";
  if (bytes > MAX_ANSWERS_BYTES) return `PSN.prefill takes ${MAX_ANSWERS_BYTES} bytes of JSON.`;
  return undefined;
}

/** Returns whether a value has the form of a language code. */
export function isLanguage(value: unknown): value is string {
  return typeof value === "string" && new pristine.RegExp(LANGUAGE).test(value);
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

function isObjectOrNone(value: unknown): boolean {
  return isNone(value) || (typeof value === "object" && !pristine.Array.isArray(value));
}

/** Returns the size of a value as JSON; none of what is not plain data. */
function bytesOf(value: unknown): number | undefined {
  try {
    // A pristine copy, which fails for functions and elements, and does not inherit a `toJSON` of the host's.
    const text = pristine.JSON.stringify(pristine.structuredClone(value));
    return new pristine.TextEncoder().encode(text).length;
  } catch {
    return undefined;
  }
}
