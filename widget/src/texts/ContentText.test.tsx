// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { ContentText, OwnTexts } from "./ContentText";
import { loadCatalog } from "./catalog";
import { LanguageContext } from "./useText";

afterEach(cleanup);

async function show(page: string, content: ReactNode) {
  await loadCatalog(page);
  render(<LanguageContext value={page}>{content}</LanguageContext>);
}

const languageOf = (text: string) => screen.getByText(text).getAttribute("lang");

it("names its language where the interface has no texts in it", async () => {
  await show(
    "eu",
    <>
      <ContentText>Nola joan da?</ContentText>
      <OwnTexts value>
        <ContentText>Verification code</ContentText>
      </OwnTexts>
    </>,
  );
  expect(["Nola joan da?", "Verification code"].map(languageOf)).toEqual(["eu", null]);
});

it("leaves the document's language out", async () => {
  await show("ar", <ContentText>جيد</ContentText>);
  expect(languageOf("جيد")).toBeNull();
});
