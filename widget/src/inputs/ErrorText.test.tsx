// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { TryAgain } from "../errors/TryAgain";
import { PoweredBy } from "../shell/PoweredBy";
import { LanguageContext } from "../texts/useText";
import { ErrorText } from "./ErrorText";
import { TextCount } from "./TextCount";

afterEach(cleanup);

/** Replaces each text as Google's translation in Chrome does, by one within two elements. */
function translate(root: HTMLElement) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const outer = document.createElement("font");
    outer.innerHTML = `<font>${text.data}</font>`;
    text.replaceWith(outer);
  }
}

describe("on a page that the browser has translated", () => {
  it("an error changes and goes", () => {
    const { container, rerender } = render(<ErrorText error="Too short" />);
    translate(container);
    rerender(<ErrorText error="Too long" />);
    expect(container.textContent).toBe("Too long");
    translate(container);
    rerender(<ErrorText error={undefined} />);
    expect(container.textContent).toBe("");
  });

  it("a count follows the text", () => {
    const { container, rerender } = render(<TextCount value="a" maxLength={10} />);
    translate(container);
    rerender(<TextCount value="ab" maxLength={10} />);
    expect(screen.getByText("2 / 10")).toBeTruthy();
  });

  it("the texts of a link's parts change with the language", () => {
    const link = (language: string, siteUrl: string | undefined) => (
      <LanguageContext value={language}>
        <PoweredBy siteUrl={siteUrl} language={language} isLarge />
        <TryAgain />
      </LanguageContext>
    );
    const { container, rerender } = render(link("en", "https://site.example"));
    translate(container);
    rerender(link("tr", "https://site.example"));
    rerender(link("tr", undefined));
    expect(container.querySelector("a")).toBeNull();
  });
});
