/** The one place where the loader's words come from. */
export type { WidgetConfiguration } from "pulsen-loader/configuration";
export type { Edge, FrameMessage, Hello, HostMessage, PageState } from "pulsen-loader/protocol";
export { ANNOUNCEMENT, PROTOCOL_VERSION } from "pulsen-loader/protocol";
