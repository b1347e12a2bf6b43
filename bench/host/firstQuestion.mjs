import { median, printTable } from "../stats.mjs";
import { contentFrame, LAUNCHER_CENTER, openHost, questionIn, withContext } from "./browser.mjs";

/**
 * Measures the time from the press on the launcher to the first question on the screen, and on the same host page to a
 * minimal React page in a frame, and prints both.
 *
 * @param widget the host page with the widget.
 * @param hello the host page with a button that makes a frame of the minimal React page.
 * @returns the ratios of the medians, cold and warm.
 */
export async function compareFirstQuestions(browser, { widget, hello }, rounds) {
  const times = { helloCold: [], widgetCold: [], helloWarm: [], widgetWarm: [], widgetHovered: [] };
  for (let round = -1; round < rounds; round++) {
    const measured = {};
    // In turn, so that other load on the machine affects both.
    for (const [name, kind] of [
      ["hello", hello],
      ["widget", widget],
    ]) {
      await withContext(browser, async (context) => {
        measured[`${name}Cold`] = await firstQuestionTime(context, kind);
        measured[`${name}Warm`] = await firstQuestionTime(context, kind);
      });
    }
    measured.widgetHovered = await withContext(browser, (context) =>
      firstQuestionTime(context, widget, true),
    );
    // The first round is a warm-up.
    if (round >= 0) for (const name in times) times[name].push(measured[name]);
  }
  const row = (label, list) => [
    label,
    ...[median(list), Math.min(...list), Math.max(...list)].map((time) => time.toFixed(0)),
  ];
  printTable([
    [`press to drawn, ms (of ${rounds})`, "median", "min", "max"],
    row("minimal React frame, nothing cached", times.helloCold),
    row("first question, nothing cached", times.widgetCold),
    row("minimal React frame, second visit", times.helloWarm),
    row("first question, second visit", times.widgetWarm),
    row("first question, loaded while the pointer was over the launcher", times.widgetHovered),
  ]);
  return {
    cold: median(times.widgetCold) / median(times.helloCold),
    warm: median(times.widgetWarm) / median(times.helloWarm),
  };
}

async function firstQuestionTime(context, kind, isHovered = false) {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteTimes);
    await openHost(page, kind);
    const launcher = await frameOfLauncher(page, kind);
    if (isHovered) {
      await page.mouse.move(...LAUNCHER_CENTER);
      await questionIn(await contentFrame(page));
    }
    await page.mouse.click(...LAUNCHER_CENTER);
    const pressed = await launcher.evaluate(() => globalThis.pressed);
    const content = await contentFrame(page);
    await questionIn(content);
    return (await content.evaluate(() => globalThis.drawn)) - pressed;
  } finally {
    await page.close();
  }
}

/** Returns the frame that hears the press. */
async function frameOfLauncher(page, { launcher }) {
  const element = await page.waitForSelector(launcher);
  return (await element.contentFrame()) ?? page.mainFrame();
}

/** Runs in every frame; each knows one of the two times. Epoch time is the same in all processes. */
function noteTimes() {
  const now = () => performance.timeOrigin + performance.now();
  globalThis.pressed = new Promise((resolve) => {
    addEventListener("click", () => resolve(now()), { capture: true, once: true });
  });
  globalThis.drawn = new Promise((resolve) => {
    const check = () => {
      if (!document.querySelector("[data-question]")?.checkVisibility()) return;
      observer.disconnect();
      // Paused while the frame is hidden. The question is drawn in the first animation frame, and on the screen when
      // the second one starts.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(now())));
    };
    const observer = new MutationObserver(check);
    // Its HTML can be there before it is shown.
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
}
