// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { ContentText, OtherLanguages, OwnTexts } from "./ContentText";
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

it("names the language of a text that is not there in the page's, and a direction that differs", async () => {
  const others = { Send: "en", "Szia!": "hu", "שליחה, Acme": "he", OK: "ar" };
  await show(
    "ar",
    <OtherLanguages value={others}>
      {["Send", "Szia!", "שליחה, Acme", "OK", "إرسال", "constructor"].map((text) => (
        <ContentText key={text}>{text}</ContentText>
      ))}
      <ContentText partOf="Send">S</ContentText>
    </OtherLanguages>,
  );
  const directionOf = (text: string) => screen.getByText(text).getAttribute("dir");
  expect(["Send", "Szia!", "שליחה, Acme"].map(languageOf)).toEqual(["en", "hu", "he"]);
  expect(["Send", "Szia!", "שליחה, Acme"].map(directionOf)).toEqual(["ltr", "ltr", null]);
  expect(["OK", "إرسال", "constructor"].map(languageOf)).toEqual([null, null, null]);
  expect([languageOf("S"), directionOf("S")]).toEqual(["en", "ltr"]);
});

it("leaves out English where the interface is English, and says its direction", async () => {
  await show(
    "ps",
    <OtherLanguages value={{ Send: "en" }}>
      <ContentText>Send</ContentText>
    </OtherLanguages>,
  );
  expect([languageOf("Send"), screen.getByText("Send").getAttribute("dir")]).toEqual([null, "ltr"]);
});

it("leaves the document's language out", async () => {
  await show("ar", <ContentText>جيد</ContentText>);
  expect(languageOf("جيد")).toBeNull();
});
