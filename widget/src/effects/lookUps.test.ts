import { afterEach, beforeEach, expect, it } from "vitest";
import { createLookUp } from "./lookUps";
import { lost, refused, TestServer } from "./testServer";

const server = new TestServer();
beforeEach(() => server.start());
afterEach(() => {
  server.stop();
  server.posts.length = 0;
});

const DYNAMIC = {
  type: "dynamic_request",
  requestId: 7,
  questionId: "q",
  flowId: "w",
  answer: "4711",
} as const;
const BINDING = { type: "binding_request", requestId: 8, questionId: "q", body: { mail: "a@b.co" } } as const;

function lookUp() {
  return createLookUp({
    apiBase: server.apiBase,
    nodeId: "n",
    flow: { id: "w/1", revision: 3 },
    deviceId: "d",
    signature: "s",
  });
}

it("posts the answer of a dynamic request, and returns texts by question id", async () => {
  const responses = [{ question_id: "q-city", input: "Ankara" }];
  server.responses = [refused(200, {}, { responses, binding_id: "b" })];
  expect(await lookUp()(DYNAMIC)).toEqual({
    type: "looked_up",
    requestId: 7,
    questionId: "q",
    status: 200,
    answers: { "q-city": "Ankara" },
    body: { id: "b" },
  });
  const [post] = server.posts;
  expect(post).toMatchObject({ path: "/v1/flows/w%2F1/requests", signature: "s" });
  expect(JSON.parse(post?.body ?? "")).toEqual({
    flow_id: "w/1",
    flow_revision: 3,
    node_id: "n",
    device_id: "d",
    question_id: "q",
    answer: "4711",
  });
});

it("posts all answers of a binding, and returns an empty result as one", async () => {
  server.responses = [refused(200, {}, { responses: [] })];
  expect(await lookUp()(BINDING)).toMatchObject({ requestId: 8, status: 200, answers: {}, body: {} });
  expect(server.posts[0]?.path).toBe("/v1/proxy/integration");
  expect(JSON.parse(server.posts[0]?.body ?? "")).toMatchObject({ reference_id: "q", body: BINDING.body });
});

it("returns a failure as it is, without another try", async () => {
  server.responses = [refused(502), lost];
  expect(await lookUp()(DYNAMIC)).toEqual({ type: "looked_up", requestId: 7, questionId: "q", status: 502 });
  expect(await lookUp()(DYNAMIC)).toMatchObject({ status: 0 });
  expect(server.posts).toHaveLength(2);
});
