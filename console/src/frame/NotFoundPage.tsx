import { Link } from "@tanstack/react-router";
import { useText } from "../texts/TextsProvider";
import { PageTitle } from "../ui/PageTitle";
import { PlainFrame } from "../ui/PlainFrame";

/** Says that there is no such page. */
export function NotFoundPage() {
  const text = useText();
  return (
    <PlainFrame>
      <PageTitle title={text("not_found")} />
      <p className="soft">{text("not_found_hint")}</p>
      <p>
        <Link to="/" className="link">
          {text("to_start")}
        </Link>
      </p>
    </PlainFrame>
  );
}
