import { beforeEach, expect, it } from "vitest";
import { changeOwner, FORGOTTEN, forgetOwner, NOBODY, presentOwner, watchOwner } from "./owner";

beforeEach(forgetOwner);

it("everybody whom the page has had is forgotten, also nobody and those before the last", () => {
  const alice = presentOwner();
  expect(changeOwner("alice")).toBe("claimed");
  changeOwner("bob");
  const bob = presentOwner();
  forgetOwner();
  expect([alice, bob]).toEqual([{ person: FORGOTTEN }, { person: FORGOTTEN }]);
  expect(presentOwner()).toEqual(NOBODY);
});

it("who logs in is still the same person, another one is not", () => {
  const isSame = watchOwner();
  changeOwner("alice");
  expect(isSame()).toBe(true);
  changeOwner("bob");
  expect(isSame()).toBe(false);
});
