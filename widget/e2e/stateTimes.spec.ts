import { advanceClockDuring, stopClock } from "pulsen-loader/e2e";
import { storedRunIds } from "./support/storedRuns";
import { expect, type Page, test } from "./support/test";

const THANKS = "Your answers are with the people who make your coffee.";
const SECOND_MS = 1_000;

async function setVisibility(page: Page, state: DocumentVisibilityState) {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/**
 * Lets time pass in steps until the run is written down. What does that is loaded when the browser has nothing more urgent to do,
 * which each step waits for.
 */
async function passTimeUntilStored(page: Page) {
  const step = async () => {
    await page.clock.runFor(20);
    await page.evaluate(() => {
      const { scheduler } = window as unknown as {
        scheduler: { postTask(task: () => void, options: object): Promise<void> };
      };
      return scheduler.postTask(() => {}, { priority: "background" });
    });
    expect(await storedRunIds(page)).toHaveLength(1);
  };
  await expect(step).toPass({ intervals: [10], timeout: 60_000 });
}

test("a feedback tells for how long each state was seen, in several visits and before a reload", async ({
  page,
  flowPage,
  pulsen,
}) => {
  await stopClock(page);
  const score = page.getByRole("radio", { name: "9", exact: true });
  const move = (by: () => Promise<void>, until: () => Promise<void>) =>
    advanceClockDuring(page, async () => {
      await by();
      await until();
    });

  await flowPage.open();
  await page.clock.runFor(5 * SECOND_MS);
  await setVisibility(page, "hidden");
  // Less than scripts may take to load: those behind the first view may still be on their way.
  await page.clock.runFor(60 * SECOND_MS);
  await setVisibility(page, "visible");
  await page.getByText("Just fine", { exact: true }).click();
  await move(
    () => flowPage.next().click(),
    () => score.waitFor(),
  );

  await page.clock.runFor(40 * SECOND_MS);
  await score.check();
  await passTimeUntilStored(page);
  await advanceClockDuring(page, async () => {
    await flowPage.comeBack();
    await score.waitFor();
  });

  await move(
    () => flowPage.back().click(),
    () => flowPage.question("q-mood").waitFor(),
  );
  await page.clock.runFor(5 * SECOND_MS);
  await move(
    () => flowPage.next().click(),
    () => score.waitFor(),
  );
  await page.clock.runFor(40 * SECOND_MS);
  await move(
    () => flowPage.next().click(),
    () => flowPage.send().waitFor(),
  );
  await move(
    () => flowPage.send().click(),
    () => page.getByText(THANKS).waitFor(),
  );

  const [stored] = pulsen.feedbacksOf(await flowPage.deviceId());
  const { visit = 0, recommend = 0, ...others } = stored?.state_times_in_ms ?? {};
  expect(Object.keys(others)).toEqual(["contact"]);
  // The clock stands while the test looks at the page, and continues for as long as a click takes to show the next one.
  const within = (ms: number, most: number) => ms >= most && ms < 2 * most;
  expect(
    [within(visit, 10 * SECOND_MS), within(recommend, 80 * SECOND_MS)],
    `${visit}, ${recommend}`,
  ).toEqual([true, true]);
});
