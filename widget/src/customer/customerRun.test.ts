// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepCustomer, knownCustomerId } from "../storage/customerRecords";
import { removeEntry } from "../storage/localStore";
import { readNodeHistory } from "../storage/nodeHistory";
import { type CustomerOptions, startCustomer } from "./customerRun";
import type { Identity } from "./identity";
import { readSignedCustomer } from "./signedCustomer";

const ADA: Identity = {
  customer: { external_id: "42", email: "ada@example.com", user_id: "u-42", shoe_size: 38 },
  attributes: { plan: "gold", cart: { items: [1] } },
  jws: null,
};
const NOBODY: Identity = { customer: null, attributes: null, jws: null };

const fetched = vi.fn();
const send = vi.fn();
const onError = vi.fn();

beforeEach(() => {
  removeEntry("FLOW/widget");
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(console, "error").mockImplementation(() => {});
  fetched.mockImplementation(async () => reply({ id: "c-1" }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const mock of [fetched, send, onError]) mock.mockReset();
});

describe("a visit", () => {
  it("is made once, with the first answer, and gives the customer an id that is kept", async () => {
    const run = start();
    run.answered();
    run.answered();
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: "customer", customer: { id: "c-1" } }));
    expect(fetched).toHaveBeenCalledOnce();
    const [address, { headers }] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("https://pulsen.example/v2/web_widgets/n%2F1/customers/visit");
    expect(headers["X-Signature"]).toBe("h.p.s");
    expect(visited()).toEqual([{ device_id: expect.any(String) }]);

    start().answered();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    expect(visited()[1]).toMatchObject({ id: "c-1" });
  });

  it("takes over what the server has found to be signed, but for the attributes, which stay there", async () => {
    fetched.mockResolvedValue(
      reply({ id: "c-1", email: "ada@example.com", user_id: "u", custom_attributes: { plan: "gold" } }),
    );
    start({ signed: { name: "Ada" } as never }).answered();
    const customer = { id: "c-1", name: "Ada", email: "ada@example.com" };
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: "customer", customer, userId: "u" }));
  });

  it("without an answer is no fault of the server, also where the page has gone meanwhile", async () => {
    fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    start().answered();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith("0"));
    expect(console.error).not.toHaveBeenCalled();
  });

  it("that fails is reported, and tried again with the next answer unless the server has decided", async () => {
    const run = start();
    fetched.mockResolvedValueOnce(reply({}, 503));
    run.answered();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith("503"));
    fetched.mockResolvedValueOnce(reply({ code: "too_long" }, 422));
    run.answered();
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith("too_long"));
    run.answered();
    await Promise.resolve();
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(send).not.toHaveBeenCalled();
  });
});

describe("a widget that is opened", () => {
  it("visits once where the visitor has no id, which is kept with the first answer", async () => {
    const run = start({ widgetCode: "PSN-DEMO123" });
    run.opened();
    run.opened();
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: "customer", customer: { id: "c-1" } }));
    expect(knownCustomerId("n/1", false)).toBeUndefined();
    run.answered();
    expect(knownCustomerId("n/1", false)).toBe("c-1");
    await Promise.resolve();
    expect(visited()).toEqual([{ device_id: expect.any(String), widget_code: "PSN-DEMO123" }]);
  });

  it("does not visit where there is an id, of which the engine is told", async () => {
    keepCustomer("n/1", "c-7", false);
    const run = start({ widgetCode: "PSN-DEMO123" });
    run.opened();
    run.answered();
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: "customer", customer: { id: "c-7" } }));
    expect(fetched).not.toHaveBeenCalled();
  });

  it("learns from the server whether the one feedback is given", async () => {
    const onGiven = vi.fn();
    const at = Date.UTC(2026, 10, 1);
    fetched.mockImplementation(async () => reply({ id: "c", feedback_given_at: "2026-11-01T00:00:00Z" }));
    start({ onGiven }).opened();
    await vi.waitFor(() => expect(onGiven).toHaveBeenCalledExactlyOnceWith(at, false));
    // Nothing is stored of somebody who has only opened it.
    expect(readNodeHistory("n/1")).toEqual({});
    const run = start({ onGiven });
    run.answered();
    await vi.waitFor(() => expect(onGiven).toHaveBeenLastCalledWith(at, true));
    expect(readNodeHistory("n/1").lastFeedbackDate).toBe(at);
  });

  it("asks again after a refusal, whatever it knows", async () => {
    keepCustomer("n/1", "c-7", false);
    const run = start({ widgetCode: "PSN-DEMO123" });
    run.answered();
    run.refused();
    await vi.waitFor(() => expect(visited()).toMatchObject([{ id: "c-7" }]));
  });
});

describe("a host that says who the visitor is", () => {
  it("has it told to the engine at once, and to the server when the widget is open", async () => {
    let isOpen = false;
    const run = start({ widgetCode: "PSN-DEMO123", isOpen: () => isOpen });
    run.identify(ADA);
    const customer = { email: "ada@example.com", external_id: "42", custom_attributes: ADA.attributes };
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "customer", customer, userId: "u-42" });
    expect(fetched).not.toHaveBeenCalled();
    isOpen = true;
    run.opened();
    run.opened();
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(send).toHaveBeenLastCalledWith({
      type: "customer",
      customer: { ...customer, id: "c-1" },
      userId: "u-42",
    });
    expect(visited()).toEqual([
      {
        ...ADA.customer,
        custom_attributes: ADA.attributes,
        device_id: expect.any(String),
        widget_code: "PSN-DEMO123",
      },
    ]);
  });

  it("sends what is signed and nothing else beside it", async () => {
    start({ widgetCode: "PSN-DEMO123", needsSigned: true }).identify({ ...ADA, jws: "a.b.c" });
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    const visit = { device_id: expect.any(String), widget_code: "PSN-DEMO123", attributes_jws: "a.b.c" };
    expect(visited()).toEqual([visit]);
    expect(send).toHaveBeenCalledWith({ type: "customer", customer: {} });
  });

  it("is refused under secure mode where nothing is signed", async () => {
    const run = start({ needsSigned: true });
    run.identify(ADA);
    run.opened();
    expect(onError).toHaveBeenCalledExactlyOnceWith("unsigned_attributes");
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining("unsigned_attributes"));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "customer", customer: {} });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is not taken for the previous visitor", async () => {
    start().answered();
    await vi.waitFor(() => expect(knownCustomerId("n/1", false)).toBe("c-1"));
    const run = start();
    run.identify(ADA);
    await vi.waitFor(() => expect(visited()).toHaveLength(2));
    // The server knows them, and nothing is stored until they answer.
    expect(knownCustomerId("n/1", true)).toBeUndefined();
    run.answered();
    await vi.waitFor(() => expect(knownCustomerId("n/1", true)).toBe("c-1"));
    expect(visited()[1]).not.toHaveProperty("id");
    expect(knownCustomerId("n/1", false)).toBeUndefined();
    run.identify(NOBODY);
    expect(send).toHaveBeenLastCalledWith({ type: "customer", customer: {} });
    expect(knownCustomerId("n/1", true)).toBeUndefined();
  });

  it("may change its mind while the server is asked", async () => {
    let answer: (response: Response) => void = () => {};
    fetched.mockReturnValueOnce(new Promise<Response>((resolve) => (answer = resolve)));
    const run = start();
    run.identify(ADA);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    run.identify({ ...ADA, customer: { email: "bob@example.com" } });
    answer(reply({ id: "c-ada" }));
    await vi.waitFor(() =>
      expect(send).toHaveBeenLastCalledWith({
        type: "customer",
        customer: { id: "c-1", email: "bob@example.com", custom_attributes: ADA.attributes },
      }),
    );
    expect(JSON.stringify(send.mock.calls)).not.toContain("c-ada");
  });

  it("visits once, although the widget has just been opened", async () => {
    const run = start({ widgetCode: "PSN-DEMO123" });
    run.opened();
    run.identify(ADA);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(visited()).toMatchObject([ADA.customer as object]);
  });

  it("leaves out what is too long for a feedback", () => {
    start().identify({ ...ADA, attributes: { text: "ş".repeat(6200) } });
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "customer", customer: {} });
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining("12288 bytes"));
    expect(fetched).not.toHaveBeenCalled();
  });

  it("leaves out what is not plain data", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    start().identify({ ...NOBODY, customer: { email: "a" }, attributes: cyclic });
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "customer", customer: { email: "a" } });
    expect(console.error).toHaveBeenCalled();
  });
});

describe("the customer of a link", () => {
  it("is asked for, and does not replace what is signed", async () => {
    fetched.mockResolvedValue(reply({ id: "c-9", name: "Ada", email: "old", birth_year: 1990 }));
    start({ signed: { id: "c-9", email: "new" } as never }).load("c-9");
    const customer = { id: "c-9", name: "Ada", email: "new", birth_year: 1990 };
    await vi.waitFor(() => expect(send).toHaveBeenCalledWith({ type: "customer", customer }));
    expect(fetched.mock.calls[0]?.[0]).toBe("https://pulsen.example/v1/nodes/n%2F1/customers/c-9");
  });

  it("is read from the signature, in the form that the engine knows", () => {
    const claims = {
      customer: { email: "çağ@example.com", name: 7, phone_number: null, birth_year: "x", own: { field: 1 } },
    };
    const payload = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(claims))))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");
    expect(readSignedCustomer(`h.${payload}.s`)).toEqual({ email: "çağ@example.com", name: "7" });
    for (const damaged of ["", "h.%.s", `h.${btoa("[1]")}.s`])
      expect(readSignedCustomer(damaged)).toEqual({});
  });
});

function start(change: Partial<CustomerOptions> = {}) {
  return startCustomer({
    apiBase: "https://pulsen.example",
    nodeId: "n/1",
    signature: "h.p.s",
    widgetCode: undefined,
    needsSigned: false,
    signed: undefined,
    isOpen: () => true,
    send,
    onError,
    ...change,
  });
}

function visited() {
  return fetched.mock.calls.map(([, { body }]) => JSON.parse(body));
}

function reply(body: object, status = 200) {
  return new Response(JSON.stringify(body), { status });
}
