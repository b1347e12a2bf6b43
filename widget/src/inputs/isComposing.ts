/**
 * Returns whether a key belongs to an input method that composes a text, as Enter does when it confirms Japanese, Chinese or
 * Korean. Safari ends the composition before that key, which it marks with the code 229 only.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
