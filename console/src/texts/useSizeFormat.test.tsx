// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { en } from "./en";
import type { Language } from "./languages";
import { TextsProvider } from "./TextsProvider";
import { useSizeFormat } from "./useSizeFormat";

afterEach(cleanup);

function Size({ bytes }: { bytes: number }) {
  return <p>{useSizeFormat()(bytes)}</p>;
}

it.each<[Language, number, string]>([
  ["en", 0, "0 kB"],
  ["en", 940, "0.9 kB"],
  ["en", 999_000, "999 kB"],
  ["en", 1_000_000, "1 MB"],
  ["en", 66_805_825_536, "66.8 GB"],
  ["en", 2_500_000_000_000_000, "2,500 TB"],
  ["tr", 66_805_825_536, "66,8 GB"],
])("writes sizes as the language does: %s, %i bytes", (language, bytes, written) => {
  render(
    <TextsProvider language={language} texts={en}>
      <Size bytes={bytes} />
    </TextsProvider>,
  );
  expect(screen.getByText(written)).toBeTruthy();
});
