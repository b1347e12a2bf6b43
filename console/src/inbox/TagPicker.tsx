import { useQuery } from "@tanstack/react-query";
import { useText } from "../texts/TextsProvider";
import { ProblemNote } from "../ui/ProblemNote";
import { type Choice, Picker } from "./Picker";
import { tagsQuery } from "./people";

/** The longest tag (docs/staff.md#tags). */
const LONGEST = 40;

interface Props {
  node: string;
  /** Those of the chat. */
  tags: readonly string[];
  onChoose: (change: { add?: string[]; remove?: string[] }) => void;
  onClose: () => void;
}

/** Adds a tag, also one that nobody has used before, or takes one away. */
export function TagPicker({ node, tags, onChoose, onClose }: Props) {
  const text = useText();
  const { data, error, isPending } = useQuery(tagsQuery(node));
  const others = (data?.items ?? []).map(({ tag }) => tag).filter((tag) => !tags.includes(tag));
  const known = [...tags, ...others];
  const choices: Choice[] = known.map((tag) => ({
    id: tag,
    label: tag,
    isCurrent: tags.includes(tag),
    hint: tags.includes(tag) ? text("inbox_tag_remove") : undefined,
  }));
  const added = (words: string): Choice | null => {
    const tag = words.toLowerCase().replace(/\s+/g, " ");
    if (tag === "" || tag.length > LONGEST || known.includes(tag)) return null;
    return { id: tag, label: tag, hint: text("inbox_tag_new") };
  };
  return (
    <Picker
      title={text("inbox_tag_title")}
      choices={choices}
      isLoading={isPending}
      added={added}
      onChoose={(tag) => onChoose(tags.includes(tag) ? { remove: [tag] } : { add: [tag] })}
      onClose={onClose}
    >
      <ProblemNote error={error} />
    </Picker>
  );
}
