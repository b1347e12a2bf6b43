import type { Boot } from "../boot/boot";
import type { StartedFlow } from "../flow/startFlow";
import { FrameFlow } from "./FrameFlow";
import type { LoaderConnection } from "./loaderConnection";

/** A flow with the header and the footer of the content frame, on a page without a widget. */
export function ExportPreview({
  boot,
  flow,
}: {
  boot: Boot;
  flow: Pick<StartedFlow, "run" | "uploads" | "notices">;
}) {
  const { run, uploads, notices } = flow;
  return <FrameFlow boot={boot} loader={NO_LOADER} run={run} uploads={uploads} notices={notices} />;
}

/** There is nobody to tell that the frame wants to be closed, or how high it is: the style sheet sizes it. */
const NO_LOADER: LoaderConnection = {
  hello: { type: "hello", version: 0, code: "", originUrl: "", query: "", language: null, open: true },
  send() {},
  originUrl: () => "",
  query: () => "",
  language: () => null,
  wantedLanguage: () => undefined,
  prefilled: () => undefined,
  isOpen: () => true,
  wasOpened: () => true,
  feedbackGivenAt: () => undefined,
  noteFeedback() {},
  identity: () => undefined,
  listen: () => () => {},
};
