import { expect, it, vi } from "vitest";
import { type HostWindow, installApi } from "./api.ts";
import type { Pulsen } from "./psn.ts";

/** Every member of the public types: one that is missing here, or too many, does not compile. */
const MEMBERS: Record<keyof Pulsen, true> = {
  close: true,
  consent: true,
  destroy: true,
  event: true,
  hide: true,
  identify: true,
  isOpen: true,
  off: true,
  on: true,
  once: true,
  open: true,
  openChat: true,
  openOnce: true,
  prefill: true,
  ready: true,
  reset: true,
  setLanguage: true,
  show: true,
  toggle: true,
  widget: true,
  widgets: true,
};

it("has exactly the functions that the loader installs", () => {
  const host: HostWindow = {};
  installApi(host, "PSN-TEST001", vi.fn(), () => false);
  expect(Object.keys(host.PSN ?? {}).sort()).toEqual(Object.keys(MEMBERS).sort());
});
