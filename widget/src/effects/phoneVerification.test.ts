import { afterEach, beforeEach, expect, it } from "vitest";
import { createPhoneVerification, type VerifiedVisit } from "./phoneVerification";
import { lost, refused, stored, TestServer } from "./testServer";

const server = new TestServer();

beforeEach(() => server.start());
afterEach(() => server.stop());

function calls(visit: Partial<VerifiedVisit> = {}) {
  return createPhoneVerification({
    apiBase: server.apiBase,
    nodeId: "n",
    flow: { id: "f", revision: 3 },
    deviceId: "d",
    signature: undefined,
    language: () => "tr",
    ...visit,
  });
}

it("says to which number, for which question and in which language a code is sent", async () => {
  server.responses = [stored("v")];
  const reply = await calls({ signature: "a.b.c" }).sendCode("q", "+905321234567");
  expect(reply).toEqual({ status: 200, body: { id: "v" } });
  const [post] = server.posts;
  expect(post?.signature).toBe("a.b.c");
  const fields = {
    address: "+905321234567",
    kind: "sms",
    question_id: "q",
    node_id: "n",
    flow_id: "f",
    flow_revision: "3",
    language: "tr",
  };
  for (const [name, value] of Object.entries(fields)) {
    expect(post?.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`);
  }
});

it("reads from a refusal why, when another code may be requested, and how often one can be tried", async () => {
  const wrong = { code: "wrong_code", errors: [{ key: "wrong_code", params: { triesLeft: 2 } }] };
  server.responses = [
    refused(429, { "Retry-After": "29" }),
    refused(422, {}, wrong),
    refused(410, {}, { code: "code_expired" }),
    lost,
  ];
  const { sendCode, verifyCode } = calls();
  expect(await sendCode("q", "+90")).toEqual({ status: 429, body: { resend_after_in_seconds: 29 } });
  expect(await verifyCode("v", "1")).toEqual({ status: 422, body: { tries_left: 2, code: "wrong_code" } });
  expect(await verifyCode("v", "1")).toEqual({ status: 410, body: { code: "code_expired" } });
  expect(await verifyCode("v", "1")).toEqual({ status: 0, body: {} });
});
