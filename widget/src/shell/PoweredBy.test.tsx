// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { PoweredBy } from "./PoweredBy";

afterEach(cleanup);

it.each([
  ["en", "https://pulsen.example/"],
  ["TR", "https://pulsen.example/tr"],
  ["de", "https://pulsen.example/"],
])("links to the provider's site in %s", (language, address) => {
  render(<PoweredBy siteUrl="https://pulsen.example/" language={language} isLarge={false} />);
  expect(screen.getByRole("link", { name: /Pulsen/ }).getAttribute("href")).toBe(address);
});

it("is no link without a site, because the server has no page to lead to", () => {
  render(<PoweredBy siteUrl={undefined} language="en" isLarge={false} />);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("Pulsen")).toBeTruthy();
});
