/** Returns the files that are pasted. A text field keeps what has a text, as copies from documents do. */
export function pastedFiles({ clipboardData, target, defaultPrevented }: ClipboardEvent): File[] {
  if (defaultPrevented || !(target instanceof Element)) return [];
  const isForText = isTextField(target) && clipboardData?.types.includes("text/plain");
  return isForText ? [] : [...(clipboardData?.files ?? [])];
}

function isTextField(target: Element): boolean {
  return target.matches("textarea, input:not([type=file], [type=radio], [type=checkbox])");
}
