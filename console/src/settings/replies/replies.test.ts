import { expect, it } from "vitest";
import { shortName } from "./replies";

it.each([
  ["Opening hours", "opening-hours"],
  ["Açık mıyız?", "acik-miyiz"],
  ["  – Straße 12! ", "strasse-12"],
  ["ساعات العمل", ""],
])("the short name of %s", (title, name) => {
  expect(shortName(title)).toBe(name);
});
