export type {
  Pulsen,
  PulsenCallback,
  PulsenCommands,
  PulsenCustomer,
  PulsenError,
  PulsenFeedbackData,
  PulsenMessages,
  PulsenMessageType,
  PulsenRedirectData,
  PulsenWidgetData,
} from "../../src/host/psn.ts";
export { PulsenLoadError, type PulsenLoadErrorCode } from "./error.ts";
export { loadPulsen } from "./loadPulsen.ts";
export type { PulsenOptions } from "./options.ts";
