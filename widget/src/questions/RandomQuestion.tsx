/** Renders nothing: the engine answers this question itself. */
export function RandomQuestion() {
  return null;
}
