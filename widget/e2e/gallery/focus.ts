import { expect, type Page } from "@playwright/test";

/** More presses of Tab than any page has stops. */
const MAX_STOPS = 80;

/** What is found out about the element that has the focus. */
interface Stop {
  name: string;
  problems: string[];
  /** Whether the focus has gone around. */
  isLast: boolean;
}

/** Presses Tab through the page; expects that each stop has a ring around it and is not hidden by anything. */
export async function expectFocusSeen(page: Page) {
  await page.evaluate(() => document.body.focus());
  const problems: string[] = [];
  let stops = 0;
  for (; stops < MAX_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(lookAtFocus);
    if (stop.isLast) break;
    problems.push(...stop.problems.map((problem) => `${stop.name} ${problem}`));
  }
  expect(problems).toEqual([]);
  expect(stops).toBeGreaterThan(0);
}

/** Runs in the page. */
function lookAtFocus(): Stop {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body || focused.dataset.wasFocused)
    return { name: "", problems: [], isLast: true };
  focused.dataset.wasFocused = "yes";
  const name = `${focused.localName}.${focused.className} ${focused.ariaLabel ?? focused.textContent?.slice(0, 30)}`;

  const around: Element[] = [];
  for (let at: Element | null = focused; at && around.length < 4; at = at.parentElement) around.push(at);
  const isMarked = around.some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });

  const box = (focused.closest("label") ?? focused).getBoundingClientRect();
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, window.innerHeight);
  const hit = document.elementFromPoint(box.x + box.width / 2, (top + bottom) / 2);
  const isSeen =
    bottom > top && hit !== null && around.some((element) => element.contains(hit) || hit.contains(element));
  return {
    name,
    problems: [...(isMarked ? [] : ["has no ring"]), ...(isSeen ? [] : ["is hidden"])],
    isLast: false,
  };
}
