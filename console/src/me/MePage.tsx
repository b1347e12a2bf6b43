import { signInWays } from "../basics/page";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { PasswordSection } from "./PasswordSection";
import { ProfileSection } from "./ProfileSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SessionsSection } from "./SessionsSection";

/** What somebody may do with the own account. */
export function MePage() {
  const text = useText();
  const { user } = useSession();
  const hasPassword = signInWays().passwords && user.has_password;
  return (
    <>
      <PageTitle title={text("title_me")} />
      <ProfileSection />
      {hasPassword && (
        <>
          <PasswordSection />
          <SecondFactorSection />
        </>
      )}
      <SessionsSection />
    </>
  );
}
