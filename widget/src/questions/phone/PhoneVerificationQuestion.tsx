import type { QuestionProps } from "../props/questionProps";
import { CodeStep } from "./CodeStep";
import { NumberStep } from "./NumberStep";
import { useCountdown } from "./useCountdown";
import { usePhoneSteps } from "./usePhoneSteps";
import { VerifiedStep } from "./VerifiedStep";

/** A phone number that the visitor proves to have, by a code that is sent to it. */
export function PhoneVerificationQuestion(props: QuestionProps) {
  const { question } = props;
  const { step, hasMoved, requests, changeNumber } = usePhoneSteps(question);
  const wait = useCountdown(question.resendAfterInSeconds ?? 0, requests);
  if (step === "verified") return <VerifiedStep {...props} hasMoved={hasMoved} />;
  if (step === "code") {
    return <CodeStep {...props} hasMoved={hasMoved} wait={wait} onChangeNumber={changeNumber} />;
  }
  return <NumberStep {...props} hasMoved={hasMoved} wait={wait} />;
}
