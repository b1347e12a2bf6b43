import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { hasCode } from "../http/problem";
import { latePart } from "../ui/latePart";

const ConfirmationDialog = latePart(async () => (await import("./ConfirmationDialog")).ConfirmationDialog);

/** Somebody has closed the dialog: nothing happened, and nothing is said. */
export class CancelledError extends Error {}

type Confirmed = <Result>(act: () => Promise<Result>) => Promise<Result>;

const ConfirmationContext = createContext<Confirmed>((act) => act());

/** Returns what carries out an act, and asks first who is there where the server wants to know that. */
export const useConfirmed = () => useContext(ConfirmationContext);

interface Asked {
  confirm: () => void;
  cancel: () => void;
}

/** Shows the dialog for all acts in what is in it: one for those that need it at the same time. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = useRef<Promise<void> | null>(null);
  const ask = useCallback(() => {
    answer.current ??= new Promise<void>((confirm, reject) => {
      setAsked({ confirm, cancel: () => reject(new CancelledError()) });
    }).finally(() => {
      answer.current = null;
      setAsked(null);
    });
    return answer.current;
  }, []);
  const confirmed: Confirmed = useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        if (!hasCode(error, "confirmation_needed")) throw error;
      }
      await ask();
      return await act();
    },
    [ask],
  );
  return (
    <ConfirmationContext value={confirmed}>
      {children}
      {asked && (
        <ConfirmationDialog onConfirmed={asked.confirm} onCancel={asked.cancel} onFail={asked.cancel} />
      )}
    </ConfirmationContext>
  );
}
