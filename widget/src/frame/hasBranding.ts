import type { Boot } from "../boot/boot";

/** Returns whether to show the provider's logo: yes, unless the widget's record turns it off. */
export function hasBranding({ widget }: Boot): boolean {
  return widget?.branding !== false;
}
