import type { Boot } from "../boot/boot";
import type { StartedFlow } from "../flow/startFlow";
import { FrameFlow } from "./FrameFlow";
import { NO_LOADER } from "./noLoader";

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
