import { createListeners } from "../basics/listeners";

/** What a kiosk shows. */
export type Phase<Visit> =
  /** Staff start it with the PIN. */
  | { kind: "start" }
  /** It waits for a visitor. */
  | { kind: "attract" }
  | { kind: "beginning" }
  | { kind: "visit"; visit: Visit }
  /** Somebody who says to be staff is asked for the PIN. */
  | { kind: "pin" }
  | { kind: "staff" }
  /** Staff have left it. */
  | { kind: "off" };

/** A device on which visitors follow one another. Everything about it lives outside React. */
export interface Kiosk<Visit> {
  phase(): Phase<Visit>;
  /** Returns the language in which it waits. */
  language(): string;
  /** Returns how many visits have ended. */
  round(): number;
  subscribe(listener: () => void): () => void;
  pickLanguage(code: string): Promise<void>;
  /** A visitor begins to answer. */
  begin(): Promise<void>;
  askForPin(): void;
  /** The PIN was right. */
  admit(): void;
  /** Waits for the next visitor. */
  wait(): void;
  leave(): void;
  /** Starts it again after it was left. */
  restart(): void;
  /** Somebody is at the device. */
  recordActivity(): void;
}

export interface KioskServices<Visit extends { stop(): void }> {
  /** The language that every visitor meets first. */
  language: string;
  /** Whether it starts without the PIN. */
  startsAtOnce: boolean;
  /** How long anything but the wait for a visitor stays without activity. */
  patienceMs: number;
  /** Starts a visitor's run. `onEnd` is called when the next visitor may come. */
  startVisit(language: string, onEnd: () => void): Promise<Visit>;
  /** Loads the texts in a language. */
  loadTexts(language: string): Promise<void>;
  /** Removes everything of a visitor. */
  clear(): void;
  /** Called when the kiosk begins to run, and when staff leave it. */
  onRunning(isRunning: boolean): void;
  /** Calls back after a time. Returns the function that cancels it. */
  startTimer(ms: number, callback: () => void): () => void;
}

/** @param isStarted whether it was started before the page was reloaded. */
export function createKiosk<Visit extends { stop(): void }>(
  services: KioskServices<Visit>,
  isStarted: boolean,
): Kiosk<Visit> {
  const listeners = createListeners();
  let phase: Phase<Visit> = { kind: isStarted || services.startsAtOnce ? "attract" : "start" };
  let { language } = services;
  let round = 0;
  let cancelTimer = () => {};

  function show(next: Phase<Visit>) {
    phase = next;
    listeners.notify();
    recordActivity();
  }
  function recordActivity() {
    cancelTimer();
    const isWaiting = phase.kind === "attract" && language === services.language;
    const isIdle = isWaiting || ["start", "off", "beginning"].includes(phase.kind);
    cancelTimer = isIdle ? () => {} : services.startTimer(services.patienceMs, wait);
  }
  /** Ends whatever there is. Nothing of a visitor is left when the next one sees the page. */
  function wait() {
    const { visit } = phase as { visit?: Visit };
    language = services.language;
    if (visit) round += 1;
    show({ kind: "attract" });
    if (!visit) return;
    visit.stop();
    services.clear();
  }

  if (phase.kind === "attract") services.onRunning(true);
  return {
    phase: () => phase,
    language: () => language,
    round: () => round,
    subscribe: listeners.add,
    recordActivity,
    async pickLanguage(code) {
      await services.loadTexts(code);
      if (phase.kind !== "attract") return;
      language = code;
      show({ kind: "attract" });
    },
    async begin() {
      if (phase.kind !== "attract") return;
      show({ kind: "beginning" });
      const onEnd = () => {
        if (phase.kind === "visit" && phase.visit === visit) wait();
      };
      let visit: Visit | undefined;
      try {
        visit = await services.startVisit(language, onEnd);
        show({ kind: "visit", visit });
      } catch (error) {
        console.error("The visit could not begin:", error);
        wait();
      }
    },
    askForPin() {
      if (phase.kind === "attract") show({ kind: "pin" });
    },
    admit() {
      if (phase.kind === "pin") return show({ kind: "staff" });
      services.onRunning(true);
      wait();
    },
    wait,
    leave() {
      services.onRunning(false);
      show({ kind: "off" });
    },
    restart() {
      if (!services.startsAtOnce) return show({ kind: "start" });
      services.onRunning(true);
      wait();
    },
  };
}
