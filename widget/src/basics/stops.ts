/** Collects functions that stop something. What is added when all is stopped stops at once. */
export function createStops() {
  const stops: (() => void)[] = [];
  let isStopped = false;
  return {
    add(stop: () => void) {
      if (isStopped) stop();
      else stops.push(stop);
    },
    stop() {
      isStopped = true;
      for (const stop of stops.splice(0)) stop();
    },
  };
}
