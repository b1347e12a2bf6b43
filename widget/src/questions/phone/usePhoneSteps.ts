import { useState } from "react";
import type { QuestionElement } from "../../engine/types";

/** What the visitor does now: gives the number, enters the code that it got, or nothing more. */
export type PhoneStep = "number" | "code" | "verified";

interface PhoneSteps {
  step: PhoneStep;
  /** Whether the visitor has seen another step before this one. */
  hasMoved: boolean;
  /** How many codes were requested on this page; the pause before another one starts over with each. */
  requests: number;
  /** Goes back to the number, which stays as it is until it is changed. */
  changeNumber: () => void;
}

/** Derives the step from the engine's `verification`, and from what only the page knows. */
export function usePhoneSteps({ verification = "unsent" }: QuestionElement): PhoneSteps {
  const [previous, setPrevious] = useState(verification);
  const [requests, setRequests] = useState(0);
  /** While another code is being sent, the visitor may still have one. */
  const [hasCode, setHasCode] = useState(verification === "sent" || verification === "checking");
  const [isChanging, setChanging] = useState(false);
  const [hasMoved, setMoved] = useState(false);

  if (previous !== verification) {
    setPrevious(verification);
    if (previous === "sending") setRequests(requests + 1);
    if (verification === "sent" || verification === "unsent") {
      setHasCode(verification === "sent");
      setChanging(false);
    }
    setMoved(true);
  }
  const changeNumber = () => {
    setChanging(true);
    setMoved(true);
  };
  return { step: stepOf(verification, hasCode && !isChanging), hasMoved, requests, changeNumber };
}

function stepOf(verification: QuestionElement["verification"], hasCode: boolean): PhoneStep {
  if (verification === "verified") return "verified";
  return hasCode ? "code" : "number";
}
