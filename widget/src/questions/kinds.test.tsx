// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { questionKind } from "./kinds";
import { OPTIONS, renderQuestion } from "./testQuestion";

describe("a style without an input", () => {
  it("renders nothing for random", () => {
    renderQuestion({ style: "random", options: OPTIONS });
    expect(document.body.textContent).toBe("");
  });

  it("renders a link for web addresses only", () => {
    renderQuestion({ style: "link", text: "https://example.org/a" });
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://example.org/a");
    cleanup();
    renderQuestion({ style: "link", text: "javascript:alert(1)" });
    expect(screen.queryByRole("link")).toBeNull();
    expect(screen.getByText("javascript:alert(1)")).toBeTruthy();
  });
});

it("a style that has not been loaded is an error", () => {
  expect(() => questionKind("screenshot")).toThrow(/"screenshot" has not been loaded/);
});
