// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useFavicon } from "./useFavicon";

afterEach(cleanup);

function Page({ icon }: { icon?: string | null }) {
  useFavicon(icon);
  return null;
}

const icons = () =>
  [...document.head.querySelectorAll("link[rel=icon]")].map((link) => link.getAttribute("href"));

it("puts the icon into the document's head, once, and takes it away with the page", () => {
  const { rerender } = render(<Page icon={null} />);
  expect(icons()).toEqual([]);
  rerender(<Page icon="/files/icon.svg" />);
  rerender(<Page icon="/files/icon.svg" />);
  expect(icons()).toEqual(["/files/icon.svg"]);
  cleanup();
  expect(icons()).toEqual([]);
});
