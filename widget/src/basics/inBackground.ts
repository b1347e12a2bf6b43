/** The part of the Prioritized Task Scheduling API that is used here. Not every browser has it. */
interface Scheduler {
  postTask(task: () => void, options: { priority: "background" }): Promise<void>;
}

/**
 * Runs a task when the browser has nothing more urgent to do, such as painting what was just rendered. Not after an
 * animation frame: those do not come in a hidden frame.
 */
export function inBackground(task: () => void): void {
  const { scheduler } = window as { scheduler?: Scheduler };
  if (scheduler) void scheduler.postTask(task, { priority: "background" });
  else setTimeout(task);
}
