// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer } from "../http/fakeServer";
import { renderSignedIn, SESSION } from "../session/renderSignedIn";
import { SignInForm } from "./SignInForm";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function fill(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}

const submit = () => fireEvent.click(screen.getByRole("button", { name: "Sign in" }));

it("sends nothing before both fields are filled in", () => {
  const sent = fakeServer(() => ({ status: 200 }));
  renderSignedIn(<SignInForm onSignedIn={() => {}} />);
  submit();
  expect(screen.getByText("Enter your email address.")).toBeTruthy();
  expect(screen.getByText("Enter your password.")).toBeTruthy();
  expect(sent).toEqual([]);
});

it("asks for a code where one is needed, and sends it with what was given before", async () => {
  const sent = fakeServer(({ body }) => {
    const { code } = body as { code?: string };
    if (!code) return { status: 401, body: { code: "code_needed", title: "A code is needed" } };
    if (code !== "123456") return { status: 401, body: { code: "wrong_code", title: "Wrong code" } };
    return { status: 200, body: SESSION };
  });
  const onSignedIn = vi.fn();
  renderSignedIn(<SignInForm onSignedIn={onSignedIn} />);
  fill("Email", " ann@shop.example ");
  fill("Password", "tea with two lemons");
  submit();
  await screen.findByText("Enter the code that your authenticator app shows for ann@shop.example.");
  expect(screen.queryByRole("alert")).toBeNull();
  fill("Code", "000000");
  submit();
  await screen.findByText(/This code is not right/);
  fill("Code", "123456");
  submit();
  await waitFor(() => expect(onSignedIn.mock.lastCall?.[0]).toEqual(SESSION));
  expect(sent.at(-1)).toEqual({
    call: "POST /v1/staff/session",
    body: { email: "ann@shop.example", password: "tea with two lemons", code: "123456" },
  });
});

it("says how long to wait after too many attempts", async () => {
  fakeServer(() => ({ status: 429, body: { code: "too_many_attempts", title: "Too many attempts" } }));
  renderSignedIn(<SignInForm onSignedIn={() => {}} />);
  fill("Email", "ann@shop.example");
  fill("Password", "x");
  submit();
  expect((await screen.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 5 min.");
});
