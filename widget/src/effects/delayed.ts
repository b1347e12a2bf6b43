/**
 * Runs an action after a delay; without one as soon as the page shows what changed. No animation frame: those do not
 * come in a hidden frame.
 */
export function runDelayed(ms: number, action: () => void): void {
  setTimeout(action, ms);
}

/** Actions with a delay that run even if the visitor leaves before it is over. Each runs once. */
export class LeaveProofActions {
  private readonly pending = new Map<ReturnType<typeof setTimeout>, () => void>();

  run(ms: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.pending.delete(timer);
      action();
    }, ms);
    this.pending.set(timer, action);
  }

  /** Runs now what is still waiting. */
  flush(): void {
    const waiting = [...this.pending];
    this.pending.clear();
    for (const [timer, action] of waiting) {
      clearTimeout(timer);
      action();
    }
  }

  /**
   * Flushes whenever the visitor may be leaving: the tab is hidden, the page is left, or its frame removed. Phones end
   * a hidden page without another event. Returns the function that stops this, which flushes as well.
   */
  flushOnLeave(window: Window): () => void {
    const { document } = window;
    const onPageHide = () => this.flush();
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") this.flush();
    };
    window.addEventListener("pagehide", onPageHide);
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => {
      window.removeEventListener("pagehide", onPageHide);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      this.flush();
    };
  }
}
