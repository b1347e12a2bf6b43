import { useState } from "react";
import { signInWays } from "../basics/page";
import { needsSecondFactor, useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { PasswordSection } from "./PasswordSection";
import { ProfileSection } from "./ProfileSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SessionsSection } from "./SessionsSection";

/** What somebody may do with the own account. */
export function MePage() {
  const text = useText();
  const session = useSession();
  const hasPassword = signInWays().passwords && session.user.has_password;
  const isNeeded = needsSecondFactor(session);
  // Stays first while its recovery codes are shown.
  const [isFirst] = useState(isNeeded);
  return (
    <>
      <PageTitle title={text("title_me")} />
      {isNeeded && <p className="note note--hint">{text("second_factor_needed")}</p>}
      {isFirst && <SecondFactorSection />}
      <ProfileSection />
      {hasPassword && <PasswordSection />}
      {hasPassword && !isFirst && <SecondFactorSection />}
      <SessionsSection />
    </>
  );
}
