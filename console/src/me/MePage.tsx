import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { PasswordSection } from "./PasswordSection";
import { ProfileSection } from "./ProfileSection";
import { SecondFactorSection } from "./SecondFactorSection";
import { SessionsSection } from "./SessionsSection";

/** What somebody may do with the own account. */
export function MePage() {
  const text = useText();
  return (
    <>
      <PageTitle title={text("title_me")} />
      <ProfileSection />
      <PasswordSection />
      <SecondFactorSection />
      <SessionsSection />
    </>
  );
}
