// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ReplyError } from "../../http/request";
import type { EmailApi, EmailState } from "../connection/emailApi";
import { EmailNotice } from "./EmailNotice";

afterEach(cleanup);

const ASK = "Email me when there is a reply";
const FIELD = "Your email address";
const ENABLED = { email_enabled: true };
const KEPT = { email_enabled: true, email: "a…@example.com" };

it("takes an address and says that it is kept", async () => {
  const { leave } = show({});
  await leaveAddress(" ada@example.com ");
  expect(leave).toHaveBeenCalledExactlyOnceWith({ email: "ada@example.com" });
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("You will get an email at a…@example.com when there is a reply.");
  expect(document.activeElement).toBe(status);
});

it("opens when the business closes, and keeps a half-typed address when it opens again", () => {
  const calls = { leave: vi.fn(), remove: vi.fn() } as unknown as EmailApi;
  const shown = (isOpenAtFirst: boolean) => (
    <EmailNotice api={calls} known={ENABLED} isOpenAtFirst={isOpenAtFirst} />
  );
  const { rerender } = render(shown(false));
  expect(screen.queryByLabelText(FIELD)).toBeNull();
  rerender(shown(true));
  fireEvent.change(screen.getByLabelText(FIELD), { target: { value: "ada@" } });
  rerender(shown(false));
  expect(screen.getByLabelText<HTMLInputElement>(FIELD).value).toBe("ada@");
});

it("does not send what is no address, and says so", async () => {
  const { leave } = show({});
  const field = await leaveAddress("ada");
  expect(leave).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const error = document.getElementById(field.getAttribute("aria-describedby") ?? "");
  expect(error?.textContent).toBe("Please enter a valid email.");
});

it.each([
  [422, "Please enter a valid email."],
  [429, "Something went wrong. Please try again later."],
  [503, "Something went wrong. Please try again later."],
])("tells that the server answered %i", async (status, message) => {
  const failure = new ReplyError({ status, headers: new Headers(), body: undefined });
  show({ leave: () => Promise.reject(failure) });
  const field = await leaveAddress("ada@example.com");
  const alerts = screen.getAllByRole("alert").map(({ textContent }) => textContent);
  expect(alerts.filter((text) => text !== "")).toEqual([message]);
  expect(field.value).toBe("ada@example.com");
});

it("uses an address that is known only when the visitor says so", async () => {
  const { leave } = show({}, { ...ENABLED, email_offer: "a…@example.com" });
  await press(ASK);
  expect(leave).not.toHaveBeenCalled();
  await press("Use a…@example.com");
  expect(leave).toHaveBeenCalledExactlyOnceWith({ offered: true });
});

it("stops the e-mails", async () => {
  const { remove } = show({}, KEPT);
  await press("Stop emails");
  expect(remove).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toBe("You will no longer get emails about this chat.");
  screen.getByRole("button", { name: ASK });
});

it("closes with Escape and gives the focus back", async () => {
  show({});
  await press(ASK);
  await act(async () => fireEvent.keyDown(screen.getByLabelText(FIELD), { key: "Escape" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: ASK }));
});

it("has its field open at once where it is asked to, and leaves the focus", async () => {
  const { leave } = show({}, ENABLED, true);
  const field = screen.getByLabelText<HTMLInputElement>(FIELD);
  expect(document.activeElement).not.toBe(field);
  fireEvent.change(field, { target: { value: "ada@example.com" } });
  await press("Notify me");
  expect(leave).toHaveBeenCalledExactlyOnceWith({ email: "ada@example.com" });
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

function show(api: Partial<EmailApi>, known: EmailState = ENABLED, isOpenAtFirst = false) {
  const calls = { leave: vi.fn(async () => KEPT), remove: vi.fn(async () => {}), ...api };
  render(<EmailNotice api={calls} known={known} isOpenAtFirst={isOpenAtFirst} />);
  return calls;
}

async function press(name: string) {
  await act(async () => screen.getByRole("button", { name }).click());
}

async function leaveAddress(address: string): Promise<HTMLInputElement> {
  await press(ASK);
  const field = screen.getByLabelText<HTMLInputElement>(FIELD);
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: address } });
  fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
  expect(field.isConnected).toBe(true);
  await act(async () => fireEvent.keyDown(field, { key: "Enter" }));
  return field;
}
