import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../http/call";
import { useConfirmed } from "../session/Confirmation";
import { sessionQuery, useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { Button } from "../ui/Button";
import { ProblemNote } from "../ui/ProblemNote";
import { Section } from "../ui/Section";
import type { SecondFactorOffer } from "../wire";
import { RecoveryCodes } from "./RecoveryCodes";
import { SetUpSecondFactor } from "./SetUpSecondFactor";

const PATH = "/v1/staff/me/second_factor";

/** Sets up a second factor, and turns it off. */
export function SecondFactorSection() {
  const text = useText();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { user, second_factor_required } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  const offer = useMutation({ mutationFn: () => confirmed(() => call<SecondFactorOffer>("POST", PATH)) });
  const remove = useMutation({ mutationFn: () => confirmed(() => call("DELETE", PATH)), onSuccess: reload });

  return (
    <Section title={text("second_factor")} hint={text("second_factor_hint")}>
      {user.second_factor ? (
        <p>{text("second_factor_on")}</p>
      ) : (
        !second_factor_required && <p>{text("second_factor_off")}</p>
      )}
      <ProblemNote error={offer.error ?? remove.error} />
      {user.second_factor && second_factor_required ? (
        <p className="soft">{text("second_factor_always")}</p>
      ) : user.second_factor ? (
        <div className="actions">
          <Button kind="danger" isBusy={remove.isPending} onPress={() => remove.mutate()}>
            {text("turn_off")}
          </Button>
        </div>
      ) : offer.data ? (
        <SetUpSecondFactor
          offer={offer.data}
          onCancel={offer.reset}
          onTurnedOn={(recoveryCodes) => {
            setCodes(recoveryCodes);
            offer.reset();
            return reload();
          }}
        />
      ) : (
        <div className="actions">
          <Button
            kind={second_factor_required ? "primary" : "secondary"}
            isBusy={offer.isPending}
            onPress={() => offer.mutate()}
          >
            {text("set_up")}
          </Button>
        </div>
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
    </Section>
  );
}
