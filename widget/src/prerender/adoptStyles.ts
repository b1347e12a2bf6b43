/** Stands in for `theme/adoptStyles.ts`, since the server's engine has no style sheets: the rules are part of the result. */
export function adoptStyles(): () => void {
  return () => {};
}
