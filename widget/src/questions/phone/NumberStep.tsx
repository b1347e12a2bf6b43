import { use } from "react";
import { BusyButton } from "../../inputs/BusyButton";
import { Field } from "../../inputs/Field";
import { onEnter } from "../../inputs/onEnter";
import { useQuestionText } from "../../texts/useQuestionText";
import { useNumber } from "../../texts/useText";
import { fieldProps } from "../props/fieldProps";
import type { QuestionProps } from "../props/questionProps";
import { PhoneField } from "./PhoneField";
import { PhoneCountryContext } from "./phoneCountry";
import { formatTime } from "./useCountdown";
import { useFocusOnStep } from "./useFocusOnStep";

interface Props extends QuestionProps {
  hasMoved: boolean;
  /** Seconds before a code can be requested. */
  wait: number;
}

/** The number, and the button that has a code sent to it. */
export function NumberStep({ hasMoved, wait, ...props }: Props) {
  const { question, onAnswer, onSendCode } = props;
  const text = useQuestionText();
  const number = useNumber();
  const country = use(PhoneCountryContext);
  const step = useFocusOnStep(hasMoved);
  const hint = country ? undefined : text("phone_hint");
  const label = wait > 0 ? text("send_code_again_in", { time: formatTime(wait, number) }) : text("send_code");
  const isSending = question.verification === "sending";
  const send = () => {
    if (wait === 0 && !isSending) onSendCode();
  };
  return (
    <div ref={step}>
      <Field {...fieldProps(props)} hint={hint}>
        {(control) => (
          <div className="phone-verification">
            <PhoneField
              {...control}
              placeholder={question.placeholder}
              value={question.answer?.phone ?? ""}
              onChange={(phone) => onAnswer(phone ? { phone } : undefined)}
              onKeyDown={onEnter(send)}
            />
            <BusyButton label={label} busy={isSending} isDisabled={wait > 0} onPress={send} />
          </div>
        )}
      </Field>
    </div>
  );
}
