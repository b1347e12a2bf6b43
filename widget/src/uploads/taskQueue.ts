/** Runs tasks in the order in which they were added, a few at a time. */
export interface TaskQueue {
  /** Adds a task. `signal` aborts when the task is canceled; the task must then end soon. */
  add(key: number, run: (signal: AbortSignal) => Promise<void>): void;
  /** Cancels a task that waits or runs. */
  cancel(key: number): void;
}

interface Task {
  key: number;
  run: (signal: AbortSignal) => Promise<void>;
}

/** @param parallel how many tasks run at the same time. */
export function createTaskQueue(parallel: number): TaskQueue {
  let waiting: Task[] = [];
  const running = new Map<number, AbortController>();

  function startWaiting() {
    while (running.size < parallel) {
      const next = waiting.shift();
      if (!next) return;
      void runTask(next);
    }
  }

  async function runTask({ key, run }: Task) {
    const controller = new AbortController();
    running.set(key, controller);
    await run(controller.signal).catch(console.error);
    running.delete(key);
    startWaiting();
  }

  return {
    add(key, run) {
      waiting.push({ key, run });
      startWaiting();
    },
    cancel(key) {
      waiting = waiting.filter((task) => task.key !== key);
      running.get(key)?.abort();
    },
  };
}
