import { Link } from "@tanstack/react-router";
import { useText } from "../texts/TextsProvider";
import { Badge } from "../ui/Badge";
import type { ListedRecord } from "../wire";

/** The widgets of a node: first those that take part. */
export function WidgetLinks({ nodeId, widgets }: { nodeId: string; widgets: readonly ListedRecord[] }) {
  const text = useText();
  if (widgets.length === 0) return <p className="soft">{text("channels_no_widgets")}</p>;
  return (
    <ul className="channels-widgets">
      {[...widgets]
        .sort((one, other) => Number(one.archived) - Number(other.archived))
        .map(({ id, title, archived }) => (
          <li key={id}>
            <Link
              to="/channels/$node/widgets/$code"
              params={{ node: nodeId, code: id }}
              className="link channels-widgets__link"
            >
              <bdi>{title ?? id}</bdi>
            </Link>
            {title !== null && <span className="small soft">{id}</span>}
            {archived && <Badge>{text("channels_archived")}</Badge>}
          </li>
        ))}
    </ul>
  );
}
