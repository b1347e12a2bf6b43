// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Filter } from "../filter/filter";
import { LiveProvider } from "../live";
import { fakeSocket } from "../live/fakeSocket";
import { renderSignedIn } from "../session/renderSignedIn";
import type { StaffFeedback } from "../wire";
import { useNewFeedback } from "./useNewFeedback";

const item = (id: string) => ({ id }) as StaffFeedback;
const FILTER: Filter = {};
const ITEMS = [item("a")];

function List() {
  return <p>{`${useNewFeedback(FILTER, ITEMS).count} new`}</p>;
}

let answers: ((ids: string[]) => void)[] = [];

beforeEach(() => {
  answers = [];
  vi.useFakeTimers();
  const answer = (ids: string[]) =>
    Response.json({ items: ids.map(item), next_cursor: null, is_index_behind: false });
  vi.stubGlobal(
    "fetch",
    () => new Promise<Response>((resolve) => answers.push((ids) => resolve(answer(ids)))),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it("asks once more for what arrives while it asks", async () => {
  const socket = fakeSocket();
  const open = async () => socket;
  renderSignedIn(
    <LiveProvider of="1" open={open}>
      <List />
    </LiveProvider>,
  );
  await wait(0);
  act(() => socket.receive("connect"));
  await wait(2_000);
  expect(answers).toHaveLength(1);
  act(() => socket.receive("feedback", item("b")));
  act(() => socket.receive("feedback", item("c")));
  answers[0]?.(["a"]);
  await wait(0);
  expect(screen.getByText("0 new")).toBeTruthy();
  await wait(1_000);
  answers[1]?.(["c", "b", "a"]);
  await wait(0);
  expect(screen.getByText("2 new")).toBeTruthy();
  await wait(10_000);
  expect(answers).toHaveLength(2);
});
