import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, type Page, type Request, test } from "@playwright/test";
import { KillableBrowser, PulsenServer } from "pulsen-loader/e2e";
import { waitForBackgroundScripts } from "../support/backgroundScripts";
import {
  answerOneAfterAnother,
  arrivedAt,
  COUNTERS,
  hurryThanks,
  importCounters,
  type Visit,
  visitIn,
  visitsTo,
} from "../support/counters";
import { countWaiting, storedFiles } from "../support/outboxStorage";
import { seededRandom } from "../support/seededRandom";

const FEEDBACKS = Number(process.env.PULSEN_PROOF_FEEDBACKS ?? 500);
const ROUNDS = Number(process.env.PULSEN_PROOF_ROUNDS ?? 10);
const SEED = Number(process.env.PULSEN_PROOF_SEED ?? Math.floor(Math.random() * 2 ** 32));

/** The server takes 150 files of an address in a minute (docs/api.md#rate-limits), and pauses after failures add to that. */
const DRAIN_MS = 120_000 + FEEDBACKS * 800;
test.setTimeout(300_000 + 2 * DRAIN_MS);

/** What is killed in a round. */
const VICTIMS = ["browser", "server", "both"] as const;
type Victim = (typeof VICTIMS)[number];

/** That of a mobile network: kills are to come in the middle of requests. */
const LATENCY_MS = 50;

/** A kill comes within this time after a request has begun, or the next one. */
const LONGEST_WAIT_MS = 100;

async function delayNetwork(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const conditions = { latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", { offline: false, ...conditions });
}

/** A device, and the server that it sends to. Either can end at any moment. */
class Scene {
  private readonly pulsen: PulsenServer;
  private readonly profile: string;
  private browser: KillableBrowser;
  private pages: Page[] = [];
  /** How many replies the device had that a feedback is stored: as many are, or some more. */
  taken = 0;

  private constructor(pulsen: PulsenServer, profile: string, browser: KillableBrowser) {
    this.pulsen = pulsen;
    this.profile = profile;
    this.browser = browser;
    this.countReplies();
  }

  static async start(): Promise<Scene> {
    const pulsen = await PulsenServer.start();
    importCounters(pulsen);
    const profile = mkdtempSync(join(tmpdir(), "pulsen-profile-"));
    return new Scene(pulsen, profile, await KillableBrowser.start(profile));
  }

  /** Opens both counters, each in a tab. */
  async open(prepare = delayNetwork): Promise<Page[]> {
    const open = async (id: string) => {
      const page = await this.browser.context.newPage();
      await prepare(page);
      await page.goto(`${this.pulsen.url}/feedback?node_id=${id}`);
      await page.locator('[data-question="q-number"]').waitFor();
      return page;
    };
    this.pages = await Promise.all(COUNTERS.map(open));
    return this.pages;
  }

  /** Lets visitors answer at both counters while there is no network. */
  async answerOffline(visits: Visit[][]) {
    const pages = await this.open(hurryThanks);
    await Promise.all(pages.map(waitForBackgroundScripts));
    await this.browser.context.setOffline(true);
    await Promise.all(pages.map((page, at) => answerOneAfterAnother(page, visits[at] ?? [])));
    await expect.poll(() => this.waiting()).toBe(visits.flat().length);
    expect(await this.files()).toHaveLength(visits.flat().length);
    await this.kill("browser");
  }

  /** Ends something in the middle of whatever it does, and starts it again. */
  async kill(victim: Victim) {
    await Promise.all([
      victim !== "browser" && this.pulsen.kill(),
      victim !== "server" && this.browser.kill(),
    ]);
    if (victim !== "browser") await this.pulsen.restart();
    if (victim !== "server") {
      this.browser = await KillableBrowser.start(this.profile);
      this.countReplies();
    }
  }

  private countReplies() {
    this.browser.context.on("response", (response) => {
      if (isFeedback(response.request()) && response.ok()) this.taken += 1;
    });
  }

  /** Waits until the device has made so many more requests with its feedback and files. */
  async requests(count: number) {
    let left = count;
    await this.browser.context.waitForEvent("request", (request) => {
      if (isFeedback(request) || isFile(request)) left -= 1;
      return left <= 0;
    });
  }

  /** Returns how many feedbacks the device has still to send. */
  async waiting(): Promise<number> {
    return countWaiting(this.pages[0] as Page);
  }

  /** Returns the names of the files that the device has still to send. */
  async files(): Promise<string[]> {
    return storedFiles(this.pages[0] as Page);
  }

  /** Returns the visits that staff see of a counter, in the order in which they arrived. */
  async visits(nodeId: string): Promise<Visit[]> {
    const token = this.pulsen.staffToken(`Ayşe at ${nodeId}`);
    const arrived = await arrivedAt(this.pulsen, token, nodeId);
    expect(arrived.every(({ status, created_offline }) => status === "complete" && created_offline)).toBe(
      true,
    );
    const visits: Visit[] = [];
    for (const feedback of arrived) visits.push(await visitIn(feedback, this.pulsen, token));
    return visits;
  }

  async stop() {
    await this.browser.kill();
    await this.pulsen.stop();
    rmSync(this.profile, { recursive: true, force: true });
  }
}

function isFeedback(request: Request): boolean {
  return new URL(request.url()).pathname === "/v1/feedbacks";
}

function isFile(request: Request): boolean {
  return new URL(request.url()).pathname === "/v2/storage/direct_uploads";
}

test(`${FEEDBACKS} feedbacks arrive once each, in order and with their files, over ${ROUNDS} kills of browser and server`, async () => {
  console.log(`PULSEN_PROOF_SEED=${SEED}`);
  const random = seededRandom(SEED);
  const scene = await Scene.start();
  try {
    const visits = COUNTERS.map((id) => visitsTo(id, FEEDBACKS / COUNTERS.length));
    await scene.answerOffline(visits);

    let isOpen = false;
    let opening = Promise.resolve(false);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const victim = random.pick(VICTIMS);
      const left = FEEDBACKS - scene.taken;
      // So few that the last round, too, ends in the middle.
      const requests = scene.requests(random.between(1, Math.floor(left / (2 + ROUNDS - round))));
      if (!isOpen)
        opening = scene.open().then(
          () => true,
          () => false,
        );
      await requests;
      await setTimeout(random.between(0, LONGEST_WAIT_MS));
      console.log(`round ${round}: ${victim} is killed, ${scene.taken} have arrived`);
      expect(scene.taken).toBeLessThan(FEEDBACKS);
      await scene.kill(victim);
      // The kill may have come before both tabs were open.
      isOpen = (await opening) && victim === "server";
    }
    if (!isOpen) await scene.open();
    await expect.poll(() => scene.waiting(), { timeout: DRAIN_MS }).toBe(0);
    expect(await scene.files()).toEqual([]);
    for (const [at, id] of COUNTERS.entries()) expect(await scene.visits(id)).toEqual(visits[at]);
  } finally {
    await scene.stop();
  }
});
