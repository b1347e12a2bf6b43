import type { FlowEvent, Update } from "../engine/types";
import { loadChunk } from "../errors/loadChunk";
import type { ResumeOptions } from "../resume";
import type { RunRecorder } from "../resume/recordRun";
import { inBackground } from "./inBackground";

/** Records a run, so that it can be gone on with later. */
export interface LazyResume extends RunRecorder {
  start(): void;
}

/** Loads the code for going on with a run that was left. */
export const loadResume = () => loadChunk("resume", () => import("../resume"));

export function createLazyResume(options: ResumeOptions): LazyResume {
  let recorder: RunRecorder | undefined;
  /** What has happened before the script was there. */
  const waiting: [FlowEvent, Update][] = [];

  return {
    note(event, update) {
      if (recorder) recorder.note(event, update);
      else waiting.push([event, update]);
    },
    start() {
      inBackground(async () => {
        try {
          const { startResume } = await loadResume();
          recorder = await startResume(options);
          for (const noted of waiting.splice(0)) recorder.note(...noted);
        } catch (error) {
          // The run goes on; it is lost with its page.
          console.error(error);
        }
      });
    },
  };
}
