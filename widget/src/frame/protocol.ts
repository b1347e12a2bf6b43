/** The one place where the loader's words come from. */
export type { WidgetConfiguration } from "../../../loader/src/configuration";
export type { Edge, FrameMessage, Hello, HostMessage, PageState } from "../../../loader/src/protocol";
export { ANNOUNCEMENT, PROTOCOL_VERSION } from "../../../loader/src/protocol";
