// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderSignedIn, SESSION } from "../session/renderSignedIn";
import { SecondFactorSection } from "./SecondFactorSection";

afterEach(cleanup);

const session = (second_factor: boolean, second_factor_required: boolean) => ({
  ...SESSION,
  user: { ...SESSION.user, second_factor },
  second_factor_required,
});

it("offers to turn a second factor off", () => {
  renderSignedIn(<SecondFactorSection />, session(true, false));
  expect(screen.getByRole("button", { name: "Turn off" })).toBeTruthy();
});

it("says why one that everybody needs stays on", () => {
  renderSignedIn(<SecondFactorSection />, session(true, true));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByText("Everybody here needs it, so it stays on.")).toBeTruthy();
});

it("offers to set up one that everybody needs", () => {
  renderSignedIn(<SecondFactorSection />, session(false, true));
  expect(screen.getByRole("button", { name: "Set up" })).toBeTruthy();
  expect(screen.queryByText("Off. Your password alone is enough.")).toBeNull();
});
