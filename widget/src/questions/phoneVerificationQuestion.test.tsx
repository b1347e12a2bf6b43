// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { QuestionElement } from "../engine/types";
import { control, fill, onAnswer, onSendCode, onVerifyCode, renderQuestion } from "./testQuestion";

const NUMBER = "+905321234567";

function question(fields: Partial<QuestionElement> & { error?: string } = {}) {
  return { style: "phone_verification", verification: "unsent", ...fields } as const;
}

const withNumber = (fields: Partial<QuestionElement> & { error?: string } = {}) =>
  question({ answer: { phone: NUMBER }, ...fields });

const button = (name: string) => screen.getByRole("button", { name });

it("asks for a number, and for a code on Enter or by the button", () => {
  const rerender = renderQuestion(question());
  fill("+90 532 123 45 67");
  expect(onAnswer).toHaveBeenLastCalledWith({ phone: NUMBER });
  rerender(withNumber());
  fireEvent.keyDown(control(), { key: "Enter", keyCode: 229 });
  expect(onSendCode).not.toHaveBeenCalled();
  fireEvent.keyDown(control(), { key: "Enter" });
  fireEvent.click(button("Send code"));
  expect(onSendCode).toHaveBeenCalledTimes(2);
  rerender(withNumber({ verification: "sending" }));
  fireEvent.click(button("Send code"));
  expect(onSendCode).toHaveBeenCalledTimes(2);
  expect(button("Send code").getAttribute("aria-busy")).toBe("true");
});

it("checks the code with its sixth digit, once", () => {
  const rerender = renderQuestion(withNumber({ verification: "sending" }));
  rerender(withNumber({ verification: "sent" }));
  expect(screen.getByLabelText("Verification code")).toBe(document.activeElement);
  fill("12 34x5");
  expect(onVerifyCode).not.toHaveBeenCalled();
  fill("12345٦7");
  expect(onVerifyCode).toHaveBeenCalledExactlyOnceWith("123456");
  expect(control().value).toBe("123456");
  rerender(withNumber({ verification: "checking" }));
  expect(control().readOnly).toBe(true);
});

it("takes a code from an input method once it is complete", () => {
  renderQuestion(withNumber({ verification: "sent" }));
  const compose = (value: string) =>
    fireEvent.input(control(), { target: { value }, isComposing: true, inputType: "insertCompositionText" });
  for (const value of ["１", "１２", "１２３４５６"]) {
    compose(value);
    expect(control().value).toBe(value);
  }
  expect(onVerifyCode).not.toHaveBeenCalled();
  fireEvent.compositionEnd(control());
  expect(control().value).toBe("123456");
  expect(onVerifyCode).toHaveBeenCalledExactlyOnceWith("123456");
});

it("checks a composed code once in Safari, which reports it as input before the composition ends", () => {
  const rerender = renderQuestion(withNumber({ verification: "sent" }));
  const compose = () => {
    fireEvent.input(control(), { target: { value: "１２３４５６" }, isComposing: true });
    fireEvent.input(control(), { target: { value: "123456 " }, inputType: "insertFromComposition" });
    fireEvent.compositionEnd(control());
  };
  compose();
  expect(onVerifyCode).toHaveBeenCalledExactlyOnceWith("123456");
  rerender(withNumber({ verification: "checking" }));
  rerender(withNumber({ verification: "sent", message: { key: "wrong_code" }, error: "No." }));
  // The visitor may insist.
  compose();
  expect(onVerifyCode).toHaveBeenCalledTimes(2);
});

it("keeps a code that could not be checked, and clears a wrong one", () => {
  const rerender = renderQuestion(withNumber({ verification: "sent" }));
  fill("123456");
  const reply = (message: QuestionElement["message"]) => {
    rerender(withNumber({ verification: "checking" }));
    rerender(withNumber({ verification: "sent", message, error: "No." } as never));
  };
  reply({ key: "system_error" });
  expect(control().value).toBe("123456");
  fireEvent.click(button("Verify"));
  expect(onVerifyCode).toHaveBeenCalledTimes(2);
  reply({ key: "wrong_code", params: { triesLeft: 2 } });
  expect(control().value).toBe("");
  expect(screen.getByText("No. 2 attempts left.")).toBeTruthy();
});

it("sends another code after the pause, which starts over with each", () => {
  vi.useFakeTimers();
  const rerender = renderQuestion(withNumber({ verification: "sending" }));
  rerender(withNumber({ verification: "sent", resendAfterInSeconds: 30 }));
  fireEvent.click(button("Send a new code in 0:30"));
  expect(onSendCode).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(21_000));
  expect(button("Send a new code in 0:09").getAttribute("aria-disabled")).toBe("true");
  act(() => vi.advanceTimersByTime(9_000));
  fireEvent.click(button("Send a new code"));
  expect(onSendCode).toHaveBeenCalledOnce();
  rerender(withNumber({ verification: "sending", resendAfterInSeconds: 30 }));
  // The code that the visitor has still counts.
  expect(screen.getByLabelText("Verification code")).toBeTruthy();
  rerender(withNumber({ verification: "sent", resendAfterInSeconds: 30 }));
  expect(button("Send a new code in 0:30")).toBeTruthy();
  vi.useRealTimers();
});

it("lets the number be changed while the code is awaited", () => {
  const rerender = renderQuestion(withNumber({ verification: "sent" }));
  fireEvent.click(button("Change number"));
  expect(control().value).toBe(NUMBER);
  fireEvent.click(button("Send code"));
  rerender(withNumber({ verification: "sending" }));
  expect(button("Send code").getAttribute("aria-busy")).toBe("true");
  rerender(withNumber({ verification: "sent" }));
  expect(screen.getByLabelText("Verification code")).toBeTruthy();
});

it("shows a verified number, and clears it for another one", () => {
  const rerender = renderQuestion(withNumber({ verification: "checking" }));
  rerender(withNumber({ verification: "verified" }));
  expect(document.activeElement?.textContent).toContain("is verified.");
  fireEvent.click(button("Change number"));
  expect(onAnswer).toHaveBeenLastCalledWith();
  rerender(question());
  expect(control()).toBe(document.activeElement);
});

it("leaves the focus where the visitor has gone meanwhile", () => {
  const elsewhere = document.body.appendChild(document.createElement("input"));
  const rerender = renderQuestion(withNumber({ verification: "sending" }));
  elsewhere.focus();
  rerender(withNumber({ verification: "sent" }));
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
});
