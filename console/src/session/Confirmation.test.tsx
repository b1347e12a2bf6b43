// @vitest-environment happy-dom
import { useMutation } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { call } from "../http/call";
import { fakeServer } from "../http/fakeServer";
import { Button } from "../ui/Button";
import { loadLateParts } from "../ui/latePart";
import { ProblemNote } from "../ui/ProblemNote";
import { ConfirmationProvider, useConfirmed } from "./Confirmation";
import { renderSignedIn } from "./renderSignedIn";
import { sessionQuery } from "./session";

beforeAll(loadLateParts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Act() {
  const confirmed = useConfirmed();
  const act = useMutation({
    mutationFn: () => confirmed(() => call("DELETE", "/v1/staff/me/second_factor")),
  });
  return (
    <>
      <Button onPress={() => act.mutate()}>Act</Button>
      <ProblemNote error={act.error} />
      {act.isSuccess && <p>Done</p>}
    </>
  );
}

function start(acts = <Act />) {
  let isConfirmed = false;
  const sent = fakeServer(({ call, body }) => {
    if (call === "DELETE /v1/staff/me/second_factor")
      return isConfirmed
        ? { status: 204 }
        : { status: 403, body: { code: "confirmation_needed", title: "Confirm" } };
    isConfirmed = (body as { password: string }).password === "right";
    return isConfirmed ? { status: 204 } : { status: 403, body: { code: "wrong_password", title: "Wrong" } };
  });
  const queries = renderSignedIn(<ConfirmationProvider>{acts}</ConfirmationProvider>);
  for (const act of screen.getAllByRole("button", { name: "Act" })) fireEvent.click(act);
  return { sent, queries };
}

it("asks who is there, and then repeats the act", async () => {
  const { sent } = start();
  const field = await screen.findByLabelText("Password");
  fireEvent.change(field, { target: { value: "wrong" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByText("This is not your password.");
  fireEvent.change(field, { target: { value: "right" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByText("Done");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith("DELETE"))).toHaveLength(2);
});

it("does nothing and says nothing where somebody cancels", async () => {
  const { sent } = start();
  await screen.findByLabelText("Password");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(sent).toHaveLength(1);
});

const TWO = (
  <>
    <Act />
    <Act />
  </>
);

it("asks once for acts that need it at the same time", async () => {
  const { sent } = start(TWO);
  fireEvent.change(await screen.findByLabelText("Password"), { target: { value: "right" } });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await vi.waitFor(() => expect(screen.getAllByText("Done")).toHaveLength(2));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent.filter(({ call }) => call.startsWith("POST"))).toHaveLength(1);
});

it("leaves none of them busy where somebody cancels", async () => {
  const { queries } = start(TWO);
  await screen.findByLabelText("Password");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await vi.waitFor(() => expect(queries.isMutating()).toBe(0));
});

it("leads to the provider of single sign-on, and back to the page", async () => {
  document.head.innerHTML = `<meta name="sign-in" content="single-sign-on"><meta name="single-sign-on" content="Acme">`;
  window.history.replaceState(null, "", "/staff/me?a=b#c");
  start();
  const link = await screen.findByRole("link", { name: "Confirm with Acme" });
  expect(link.getAttribute("href")).toBe("/v1/staff/oidc/start?return=%2Fme%3Fa%3Db%23c&again=true");
  expect(screen.queryByLabelText("Password")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  document.head.innerHTML = "";
});

it("forgets a session that has ended, whichever call says so", async () => {
  fakeServer(() => ({ status: 401, body: { code: "not_signed_in", title: "Signing in is required" } }));
  const queries = renderSignedIn(<Act />);
  fireEvent.click(screen.getByRole("button", { name: "Act" }));
  await vi.waitFor(() => expect(queries.getQueryData(sessionQuery.queryKey)?.session).toBeNull());
});
