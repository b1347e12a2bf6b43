import { useState } from "react";
import type { QuestionElement } from "../../engine/types";
import { BusyButton } from "../../inputs/BusyButton";
import { Field } from "../../inputs/Field";
import { FieldGroup } from "../../inputs/FieldGroup";
import { latinDigits } from "../../inputs/latinDigits";
import { onEnter } from "../../inputs/onEnter";
import { TextInput } from "../../inputs/TextInput";
import { OwnTexts } from "../../texts/ContentText";
import { type QuestionTextOf, useQuestionText } from "../../texts/useQuestionText";
import { useNumber, useText } from "../../texts/useText";
import type { QuestionProps } from "../props/questionProps";
import { formatTime } from "./useCountdown";
import { useFocusOnStep } from "./useFocusOnStep";

interface Props extends QuestionProps {
  hasMoved: boolean;
  /** Seconds before another code can be requested. */
  wait: number;
  onChangeNumber: () => void;
}

const CODE_LENGTH = 6;

/** The code that the visitor got. It is checked with its last digit, or by the button. */
export function CodeStep(props: Props) {
  const { question, error, hasMoved, wait, onSendCode, onVerifyCode, onChangeNumber } = props;
  const text = useQuestionText();
  const commonText = useText();
  const number = useNumber();
  const step = useFocusOnStep(hasMoved);
  const [code, setCode] = useCode(question);
  const isChecking = question.verification === "checking";
  const isSending = question.verification === "sending";
  const verify = () => onVerifyCode(code.text);
  const enter = (typed: string) => {
    const digits = latinDigits(typed).replace(/\D/g, "").slice(0, CODE_LENGTH);
    setCode({ text: digits, entered: digits });
    // Safari reports what was composed twice: as input, and as the end of the composition.
    if (digits.length === CODE_LENGTH && digits !== code.entered) onVerifyCode(digits);
  };
  return (
    <FieldGroup label={question.text} required={question.required} single={false}>
      <div className="phone-verification" ref={step}>
        <OwnTexts value>
          <Field
            label={text("verification_code")}
            description={text("code_sent_to", { number: question.answer?.phone ?? "" })}
            // The question as a whole is required, and says so.
            required={false}
            error={withTriesLeft(error, question, text)}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="one-time-code"
                inputMode="numeric"
                // Digits are written from left to right in every script.
                dir="ltr"
                aria-busy={isChecking}
                readOnly={isChecking}
                value={code.text}
                onChange={(typed, isComposing) =>
                  isComposing ? setCode({ ...code, text: typed }) : enter(typed)
                }
                onCompositionEnd={({ currentTarget }) => enter(currentTarget.value)}
                onKeyDown={onEnter(verify)}
              />
            )}
          </Field>
        </OwnTexts>
        <div className="phone-verification__actions">
          <BusyButton label={text("verify_code")} busy={isChecking} onPress={verify} />
          <button
            type="button"
            className="text-button"
            aria-disabled={wait > 0 || isSending}
            onClick={() => wait === 0 && !isSending && onSendCode()}
          >
            {wait > 0
              ? text("send_code_again_in", { time: formatTime(wait, number) })
              : text("send_code_again")}
          </button>
          <button type="button" className="text-button" onClick={onChangeNumber}>
            {text("change_number")}
          </button>
        </div>
        <p className="visually-hidden" role="status">
          {(isChecking || isSending) && commonText("sending")}
        </p>
      </div>
    </FieldGroup>
  );
}

/** A code in its field. */
interface TypedCode {
  text: string;
  /** The digits that the field had when nothing in it was being composed. */
  entered: string;
}

const NO_CODE: TypedCode = { text: "", entered: "" };

/** Keeps the code that the visitor types. One that cannot be right goes, so that another one can be typed at once. */
function useCode({ verification, message }: QuestionElement) {
  const [code, setCode] = useState(NO_CODE);
  const [previous, setPrevious] = useState(verification);
  if (previous !== verification) {
    setPrevious(verification);
    if (previous === "checking" && (message?.key === "wrong_code" || message?.key === "code_expired")) {
      setCode(NO_CODE);
    }
  }
  return [code, setCode] as const;
}

function withTriesLeft(
  error: string | undefined,
  { message }: QuestionElement,
  text: QuestionTextOf,
): string | undefined {
  const count = message?.params?.triesLeft;
  return error && count !== undefined ? `${error} ${text("tries_left", { count })}` : error;
}
