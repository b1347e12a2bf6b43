// What makes it possible to go on with a run: a chunk of its own, loaded at idle. What is needed only where a run was left is in
// another one, `offer.tsx`, which gets all this from here: the bundler would make a third one of what both import.
import { storedRun, storeRun } from "../run/storedRuns";
import { createRunRecorder } from "./recordRun";
import { isGoingOn, leaveRun, markGoingOn, takeRun } from "./runLock";
import { abandonRun, isComplete, readHeldFile } from "./runRecord";

export const resumeTools = {
  abandonRun,
  createRunRecorder,
  isComplete,
  isGoingOn,
  leaveRun,
  markGoingOn,
  readHeldFile,
  storedRun,
  storeRun,
  takeRun,
};
