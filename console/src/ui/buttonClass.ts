/** `primary` is what most people want to do on the page; there is one of it in a form. */
export type ButtonKind = "primary" | "secondary" | "danger" | "quiet" | "link";

/** How a button looks, and a link that looks like one. */
export interface ButtonLook {
  kind?: ButtonKind;
  /** For places where several stand close together. */
  size?: "small" | undefined;
}

/** Returns the classes of a button. */
export function buttonClass({ kind = "primary", size }: ButtonLook, ...others: (string | false)[]): string {
  return ["button", `button--${kind}`, size && `button--${size}`, ...others].filter(Boolean).join(" ");
}
