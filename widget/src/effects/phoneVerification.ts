import type { Schemas } from "pulsen-loader/wire";
import type { FlowOutline } from "../boot/boot";
import type { SubmitResult } from "../engine/types";
import { ReplyError, type RequestOptions, request } from "../http/request";
import { readFailure } from "../http/retry";

/** The calls that verify a phone number (docs/api.md#phone-verification). They never reject. */
export interface PhoneVerification {
  /** Has a code sent to a number. */
  sendCode(questionId: string, address: string): Promise<VerificationReply>;
  /** Checks a code that the visitor typed. */
  verifyCode(verificationId: string, code: string): Promise<VerificationReply>;
}

/** What the engine has to know of a response. */
export interface VerificationReply {
  /** 0 where no response came. */
  status: number;
  body: SubmitResult;
}

/** What the calls say about the visit. */
export interface VerifiedVisit {
  apiBase: string;
  nodeId: string;
  flow: Pick<FlowOutline, "id" | "revision">;
  deviceId: string;
  /** That of the link by which the visitor came. */
  signature: string | undefined;
  /** Returns the code of the page's language, in which the message is written. */
  language: () => string;
}

export function createPhoneVerification(visit: VerifiedVisit): PhoneVerification {
  const { apiBase, nodeId, flow, deviceId, signature, language } = visit;
  const headers = {
    Accept: "application/json",
    "X-Device-Id": deviceId,
    ...(signature && { "X-Signature": signature }),
  };
  const post = (path: string, fields: Record<string, string>) =>
    call(`${apiBase}/v1/customers/${path}`, { method: "POST", headers, body: formOf(fields) });

  return {
    sendCode(questionId, address) {
      return post("send_verification_token", {
        address,
        kind: "sms",
        question_id: questionId,
        node_id: nodeId,
        flow_id: flow.id,
        flow_revision: String(flow.revision),
        language: language(),
      });
    },
    verifyCode(verificationId, code) {
      return post("verify", { verification_id: verificationId, token: code });
    },
  };
}

async function call(url: string, options: RequestOptions): Promise<VerificationReply> {
  try {
    const { status, body } = await request(url, options);
    return { status, body: (body ?? {}) as SubmitResult };
  } catch (error) {
    const { status, retryAfterMs } = readFailure(error);
    const problem = error instanceof ReplyError ? asProblem(error.reply.body) : {};
    const triesLeft: unknown = problem.errors?.[0]?.params?.triesLeft;
    return {
      status,
      body: {
        ...(retryAfterMs !== undefined && { resend_after_in_seconds: Math.ceil(retryAfterMs / 1000) }),
        ...(typeof triesLeft === "number" && { tries_left: triesLeft }),
        ...(problem.code !== undefined && { code: problem.code }),
      },
    };
  }
}

/** A proxy's answer is none, and has none of its fields. */
function asProblem(body: unknown): Partial<Schemas["Problem"]> {
  return (body ?? {}) as Partial<Schemas["Problem"]>;
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
