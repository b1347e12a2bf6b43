/** The harness for browser tests that the loader's and the widget's suites share. */
export { expectAccessible, waitForAnimations } from "./accessibility";
export { type ChatAccess, StaffApi } from "./chatApi";
export { ChatView } from "./chatView";
export { advanceClockDuring, passTimeUntil, stopClock } from "./clock";
export { collectConsoleErrors, isPolicyViolation } from "./consoleErrors";
export { FailingProxy } from "./failingProxy";
export { disguised, pdf, png, type TestFile } from "./files";
export { giveFiles } from "./giveFiles";
export { holdRequests } from "./holdRequests";
export { HostedWidget } from "./hostedWidget";
export { HostSite, scriptTag } from "./hostSite";
export { KillableBrowser } from "./killableBrowser";
export { watchLayoutShifts } from "./layoutShifts";
export { PathProxy } from "./pathProxy";
export { chromium, common, desktop, headlessChromium } from "./playwrightConfiguration";
export { stillBox } from "./pointer";
export { type FeedbackRow, PulsenServer, type ServerOptions } from "./pulsenServer";
export { StaffSocket } from "./staffSocket";
