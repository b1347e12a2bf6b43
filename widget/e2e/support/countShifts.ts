declare global {
  interface Window {
    /** How far the page has moved by itself, as the browser counts it. */
    shifts: number;
  }
}

/** Counts from now on. For the page. */
export function countShifts() {
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      window.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
