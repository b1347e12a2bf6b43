import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session";
import { useText } from "../texts/TextsProvider";
import { ProblemNote } from "../ui/ProblemNote";
import { type Choice, Picker } from "./Picker";
import { colleaguesQuery } from "./people";

interface Props {
  node: string;
  /** Who has the chat; `undefined` where that differs. */
  assignee: string | null | undefined;
  onChoose: (name: string | null) => void;
  onClose: () => void;
}

/** Nobody has this name: it is longer than names are. */
const NOBODY = "-".repeat(101);

/** Chooses who shall have a chat: oneself first, then those who are there. */
export function AssignPicker({ node, assignee, onChoose, onClose }: Props) {
  const text = useText();
  const me = useSession().user.name;
  const { data, error, isPending } = useQuery(colleaguesQuery(node));
  const able = (data?.items ?? []).filter(({ role }) => role !== "viewer");
  const rank = ({ name, is_online }: (typeof able)[number]) => (name === me ? 0 : is_online ? 1 : 2);
  const choices: Choice[] = able
    .sort((one, other) => rank(one) - rank(other))
    .map(({ name, is_online }) => ({
      id: name,
      label: name,
      hint: name === me ? text("inbox_you") : is_online ? text("inbox_online") : undefined,
      isCurrent: name === assignee,
    }));
  if (assignee !== null) choices.push({ id: NOBODY, label: text("inbox_assign_nobody") });
  return (
    <Picker
      title={text("inbox_assign_title")}
      choices={choices}
      isLoading={isPending}
      onChoose={(id) => onChoose(id === NOBODY ? null : id)}
      onClose={onClose}
    >
      <ProblemNote error={error} />
    </Picker>
  );
}
