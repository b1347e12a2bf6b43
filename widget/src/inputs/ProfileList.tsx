import { useId } from "react";
import { ContentText } from "../texts/ContentText";
import { type OptionSelection, SelectableOption } from "./SelectableOption";

interface Profile {
  id: string;
  /** Its lines: a name, and attributes written as `Price: 10`. */
  label: string;
  imageUrl?: string;
}

interface Props extends OptionSelection {
  profiles: Profile[];
}

/** Cards beside each other, to compare attribute by attribute and to choose from. */
export function ProfileList({ profiles, ...selection }: Props) {
  const name = useId();
  return (
    <div className="profiles">
      {profiles.map(({ id, label, imageUrl }) => (
        <SelectableOption
          {...selection}
          className="option profile"
          key={id}
          id={id}
          label={label}
          name={name}
          imageUrl={imageUrl}
        >
          {profileLines(label).map(({ attribute, text }) => (
            <span className={attribute ? "profile__attribute" : "profile__name"} key={attribute + text}>
              {attribute && (
                <ContentText className="profile__label" partOf={label}>{`${attribute}: `}</ContentText>
              )}
              <ContentText partOf={label}>{text}</ContentText>
            </span>
          ))}
        </SelectableOption>
      ))}
    </div>
  );
}

/** Splits a profile's text into its lines, and these into the name of an attribute, if they have one, and the rest. */
export function profileLines(label: string): { attribute: string; text: string }[] {
  const lines = label.split("\n").map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, attribute = "", text = line] = /^([^:：]{1,40})[:：]\s*(.+)$/.exec(line) ?? [];
    return { attribute, text };
  });
}
