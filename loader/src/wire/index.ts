import type { components } from "./generated.ts";

/**
 * What browsers and server send each other over HTTP, by the names that the description of the interface has
 * (docs/api.md#description). It is generated; modules give what they use of it the names that they need.
 */
export type Schemas = components["schemas"];
