import type { ChatRun } from "../chat";
import type { Tabs } from "./tabs";

/** How long a browser may take to start the sound: one that allows none does not answer. */
const START_MS = 3_000;

/** How long a tab waits for others that may play the same sound. */
const TURN_MS = 100;

/** The two tones: when each begins, in seconds, and its frequency in hertz. */
const TONES = [
  [0, 660],
  [0.15, 880],
] as const;
const TONE_SECONDS = 0.3;
const VOLUME = 0.12;
const WHOLE_MS = 600;

/**
 * Plays a short sound for each reply that arrives while the visitor does not see the chat (docs/widget.md#unread-replies), in
 * one of the tabs that show it. Nothing happens where the browser allows no sound: the visitor has done nothing on the page.
 */
export function playReplySounds(run: ChatRun, tabs: Tabs): void {
  /** The lowest number that other tabs have named, by reply. */
  const turns = new Map<string, number>();
  let known: number | undefined;

  function look() {
    const { phase, unread, items } = run.state();
    if (phase === "left") for (const stop of stops) stop();
    if (phase !== "shown") return;
    // What was unread when the chat was loaded does not arrive now.
    const hasArrived = known !== undefined && unread > known;
    known = unread;
    const reply = items.filter(({ actor }) => actor !== "customer").at(-1);
    if (hasArrived && reply) void play(reply.id).catch(() => {});
  }

  async function play(reply: string) {
    // Another tab has heard of it earlier.
    if (turns.has(reply)) return;
    const context = new AudioContext();
    try {
      const isStarted = await Promise.race([context.resume().then(() => true), pause(START_MS)]);
      if (!isStarted || turns.has(reply)) return;
      const turn = Math.random();
      tabs.tell({ type: "sound", reply, turn });
      await pause(TURN_MS);
      // It may have been read in another tab meanwhile.
      if (turn > (turns.get(reply) ?? 1) || run.state().unread === 0) return;
      playTones(context);
      await pause(WHOLE_MS);
    } finally {
      await context.close();
    }
  }

  const stops = [
    run.subscribe(look),
    tabs.listen((news) => {
      if (news.type === "sound") turns.set(news.reply, Math.min(news.turn, turns.get(news.reply) ?? 1));
    }),
  ];
  look();
}

function playTones(context: AudioContext): void {
  for (const [delay, frequency] of TONES) {
    const at = context.currentTime + delay;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // A tone that ends at once would crack.
    volume.gain.setValueAtTime(VOLUME, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS);
    tone.connect(volume);
    volume.connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_SECONDS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
