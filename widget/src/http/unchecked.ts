import type { Schemas } from "pulsen-loader/wire";

/** The fields of a body as long as nobody has looked at them: something between browser and server may have answered. */
export type Unchecked<Name extends keyof Schemas> = { [Field in keyof Schemas[Name]]?: unknown };
