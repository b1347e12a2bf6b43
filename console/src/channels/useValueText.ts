import { useText } from "../texts/TextsProvider";
import { textKey } from "./controlProps";
import { isAtOrIn, type Path, pointerOf } from "./document";
import type { Layout } from "./fields";

/** Returns what names fields of a record as its form does, and writes their values for people. */
export function useValueText(layout: Layout) {
  const text = useText();
  const fields = layout.groups.flatMap(({ fields }) => fields);
  return {
    nameOf(path: Path): string {
      const field = fields.find((field) => isAtOrIn(pointerOf(path), field.path));
      const key = field && textKey(`channels_field_${field.name}`);
      if (!field || !key) return path.join(" · ");
      const [code] = path.slice(field.path.length);
      return code === undefined ? text(key) : text("channels_text_in", { field: text(key), language: code });
    },
    valueText(value: unknown): string {
      if (value === undefined || value === null) return text("channels_absent");
      if (typeof value === "boolean") return text(value ? "channels_yes" : "channels_no");
      if (typeof value === "string") return value === "" ? '""' : value;
      if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string"))
        return value.join(", ");
      return JSON.stringify(value);
    },
  };
}
