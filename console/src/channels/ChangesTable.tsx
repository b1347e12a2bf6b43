import { useText } from "../texts/TextsProvider";
import { Table } from "../ui/Table";
import { changesBetween, type Document } from "./document";
import type { Layout } from "./fields";
import { useValueText } from "./useValueText";

/** What differs between two texts of a record, value by value. */
export function ChangesTable({
  before,
  after,
  layout,
  label,
}: {
  before: Document;
  after: Document;
  layout: Layout;
  label: string;
}) {
  const text = useText();
  const { nameOf, valueText } = useValueText(layout);
  const changes = changesBetween(before, after);
  if (changes.length === 0) return <p className="soft">{text("channels_same")}</p>;
  return (
    <Table
      label={label}
      columns={[
        { id: "field", label: text("channels_field") },
        { id: "before", label: text("channels_before") },
        { id: "after", label: text("channels_after") },
      ]}
      rows={changes.map(({ path, before, after }) => ({
        id: path.join("."),
        cells: [
          nameOf(path),
          <bdi key="before" className="channels-value">
            {valueText(before)}
          </bdi>,
          <bdi key="after" className="channels-value">
            {valueText(after)}
          </bdi>,
        ],
      }))}
    />
  );
}
