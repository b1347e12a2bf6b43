import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type BrowserContext, chromium } from "@playwright/test";
import { CHROMIUM } from "./browser.mjs";

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Tabs in the background are measured by nobody here: they may continue as the one in front does.
  "--disable-background-timer-throttling",
  "--disable-renderer-backgrounding",
];

/** A browser with a profile on disk, whose processes can be ended as in a power failure. */
export class KillableBrowser {
  readonly context: BrowserContext;
  private readonly process: ChildProcess;

  private constructor(context: BrowserContext, process: ChildProcess) {
    this.context = context;
    this.process = process;
  }

  /** @param profile a folder; what an earlier browser has stored there is there again. */
  static async start(profile: string): Promise<KillableBrowser> {
    const options = [`--user-data-dir=${profile}`, "--remote-debugging-port=0", "about:blank"];
    // A group of its own, so that no process of the browser outlives it.
    const process = spawn(CHROMIUM, [...ARGS, ...options], {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const address = await debuggingAddress(process);
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (!context) throw new Error("The browser has no context.");
    return new KillableBrowser(context, process);
  }

  /** Ends all processes of the browser at once. */
  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, "exit");
    process.kill(-(this.process.pid as number), "SIGKILL");
    await exited;
  }
}

async function debuggingAddress({ stderr, exitCode }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error("The browser's messages are not read.");
  for await (const line of createInterface({ input: stderr })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (!address) continue;
    stderr.resume();
    return address;
  }
  throw new Error(`The browser ended before it listened (exit code ${exitCode}).`);
}
