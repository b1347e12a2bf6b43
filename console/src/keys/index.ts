export { KeysProvider, useKeys, useShowKeys } from "./KeysProvider";
export type { Key } from "./registry";
