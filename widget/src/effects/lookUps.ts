import type { Schemas } from "pulsen-loader/wire";
import type { FlowEffect, FlowEvent } from "../engine/types";
import { request } from "../http/request";
import { readFailure } from "../http/retry";

/** Who looks up, and in which flow. */
export interface LookUpContext {
  apiBase: string;
  nodeId: string | undefined;
  flow: { id: string; revision: number };
  deviceId: string;
  /** That of the link by which the visitor came. */
  signature: string | undefined;
}

type LookUpEffect = Extract<FlowEffect, { type: "dynamic_request" | "binding_request" }>;

/** Looks up what follows from an answer, and returns the event for the engine. Never rejects. */
export type LookUp = (effect: LookUpEffect) => Promise<FlowEvent>;

/** Creates the function that looks up answers. A failed look-up is not repeated: the visitor sees it and decides. */
export function createLookUp({ apiBase, nodeId, flow, deviceId, signature }: LookUpContext): LookUp {
  const visit = { flow_id: flow.id, flow_revision: flow.revision, node_id: nodeId, device_id: deviceId };

  function post(effect: LookUpEffect) {
    const isDynamic = effect.type === "dynamic_request";
    const path = isDynamic ? `/v1/flows/${encodeURIComponent(flow.id)}/requests` : "/v1/proxy/integration";
    const asked = isDynamic
      ? { question_id: effect.questionId, answer: effect.answer }
      : { reference_id: effect.questionId, body: effect.body };
    return request(`${apiBase}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(signature && { "X-Signature": signature }) },
      body: JSON.stringify({ ...visit, ...asked }),
    });
  }

  return async (effect) => {
    const { requestId, questionId } = effect;
    const result = { type: "looked_up", requestId, questionId } as const;
    try {
      const { status, body } = await post(effect);
      const { responses = [], binding_id: id } = (body ?? {}) as Partial<Schemas["LookedUp"]>;
      const answers = Object.fromEntries(responses.map(({ question_id, input }) => [question_id, input]));
      return { ...result, status, answers, body: { ...(id && { id }) } };
    } catch (error) {
      return { ...result, status: readFailure(error).status };
    }
  };
}
