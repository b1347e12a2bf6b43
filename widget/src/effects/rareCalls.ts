// The calls that few flows make. This module is the entry of a chunk of its own.
export { createUnsubscribe } from "../unsubscribing/requestUnsubscription";
export { createLookUp } from "./lookUps";
export { createPhoneVerification } from "./phoneVerification";
