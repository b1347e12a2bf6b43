// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest";
import { claimLeft, disownLeft } from "./leftFeedback";
import { readJson, writeJson } from "./localStore";

const BOB = { person: "bob" };
const LANE = '["n","f"]';

beforeEach(() => localStorage.clear());

it("who logs in gets what nobody has given to the node", () => {
  writeJson("FLOW/left", {
    nobodys: { lane: LANE },
    hers: { lane: LANE, person: "alice" },
    another: { lane: '["m","f"]' },
    broken: null,
  });
  claimLeft("n", BOB);
  expect(readJson("FLOW/left")).toEqual({
    nobodys: { lane: LANE, person: "bob" },
    hers: { lane: LANE, person: "alice" },
    another: { lane: '["m","f"]' },
    broken: null,
  });
});

it("after a log out it is sent as that of somebody who is shown nothing of it", () => {
  writeJson("FLOW/left", { hers: { lane: LANE, person: "alice" }, nobodys: { lane: LANE } });
  disownLeft();
  expect(readJson("FLOW/left")).toMatchObject({ hers: { person: "-" }, nobodys: { person: "-" } });
});

it("stores nothing where there is nothing", () => {
  claimLeft("n", BOB);
  disownLeft();
  expect(localStorage.length).toBe(0);
});
