import type { Boot } from "../boot";

/** Whether the provider is named: on unless the widget has it switched off (specification, section 3.1). */
export function hasBranding({ widget }: Boot): boolean {
  return widget?.branding !== false;
}
