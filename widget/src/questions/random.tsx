/** Nothing to see: the engine has chosen. */
export function RandomQuestion() {
  return null;
}
