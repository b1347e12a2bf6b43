// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LanguageSelector } from "./LanguageSelector";

const EN = { code: "en", name: "English" };
const TR = { code: "tr", name: "Türkçe" };
const AR = { code: "ar", name: "العربية" };

afterEach(cleanup);

describe("the language selector", () => {
  it("renders nothing for fewer than two languages", () => {
    const { container } = show([EN]);
    expect(container.innerHTML).toBe("");
  });

  it("is a single button with the name of the other language for two", () => {
    const { onPick } = show([EN, TR]);

    fireEvent.click(screen.getByRole("button", { name: "Türkçe" }));

    expect(screen.getAllByRole("button")).toHaveLength(1);
    expect(onPick).toHaveBeenCalledWith("tr");
  });

  it.each(["dropdown_up", "dropdown_down"])("opens and closes with the style %s for three", (style) => {
    const { container, onPick } = show([EN, TR, AR], style);
    const panel = container.querySelector("[data-open]");
    expect(panel?.className).toContain(style === "dropdown_up" ? "--up" : "--down");

    fireEvent.click(screen.getByRole("button", { name: "Your language: English" }));
    expect(panel?.getAttribute("data-open")).toBe("true");

    fireEvent.click(screen.getByText("العربية"));
    expect(onPick).toHaveBeenCalledWith("ar");
    expect(panel?.getAttribute("data-open")).toBe("false");
  });

  it.each([
    ["zh-tw", "繁體中文"],
    ["ZH-Hans", "简体中文"],
    ["fr-ca", "Français (Canada)"],
    ["fr", "Français"],
  ])("marks %s as the current language, apart from other regions", (language, name) => {
    const languages = [
      { code: "zh-hans", name: "简体中文" },
      { code: "zh-TW", name: "繁體中文" },
      { code: "fr", name: "Français" },
      { code: "fr-ca", name: "Français (Canada)" },
    ];
    show(languages, "modal", language);
    const current = document.querySelectorAll('[aria-current="true"]');
    expect([...current].map(({ textContent }) => textContent)).toEqual([name]);
  });

  it("closes on Escape and on a click outside", () => {
    const { container } = show([EN, TR, AR]);
    const button = screen.getByRole("button", { name: "Your language: English" });
    const isOpen = () => container.querySelector("[data-open]")?.getAttribute("data-open");

    fireEvent.click(button);
    fireEvent.keyDown(document, { key: "Escape" });
    expect(isOpen()).toBe("false");

    fireEvent.click(button);
    fireEvent.pointerDown(document.body);
    expect(isOpen()).toBe("false");
  });

  it("with the style modal, is a dialog with title, pre-title and a button for each language", () => {
    const { container, onPick } = show([EN, TR, AR], "modal");
    const dialog = container.querySelector("dialog");

    fireEvent.click(screen.getByRole("button", { name: "Your language: English" }));
    expect(dialog?.open).toBe(true);
    expect(dialog?.textContent).toContain("Please selectYour language");
    expect(dialog?.querySelectorAll("li button")).toHaveLength(3);

    fireEvent.click(screen.getByText("Türkçe"));
    expect(onPick).toHaveBeenCalledWith("tr");
    expect(dialog?.open).toBe(false);
  });

  it("closes its dialog on a click on the overlay, but not on one in the panel", () => {
    const { container } = show([EN, TR, AR], "modal");
    const dialog = container.querySelector("dialog") as HTMLDialogElement;
    fireEvent.click(screen.getByRole("button", { name: "Your language: English" }));

    fireEvent.click(screen.getByText("Please select"));
    expect(dialog.open).toBe(true);
    fireEvent.click(dialog);
    expect(dialog.open).toBe(false);
  });

  it("throws a system error for an unknown style", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect(() => show([EN, TR, AR], "carousel")).toThrow(
      expect.objectContaining({ messageKey: "system_error" }),
    );
    vi.restoreAllMocks();
  });
});

function show(languages: (typeof EN)[], style?: string, language = "en") {
  const onPick = vi.fn();
  return {
    ...render(<LanguageSelector languages={languages} language={language} style={style} onPick={onPick} />),
    onPick,
  };
}
