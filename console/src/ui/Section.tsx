import { type ReactNode, useId } from "react";

interface Props {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A part of a page of settings: what it is about, and beside it, where there is room, what can be done. */
export function Section({ title, hint, children }: Props) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div>
        <h2 className="section__title" id={id}>
          {title}
        </h2>
        {hint && <p className="soft">{hint}</p>}
      </div>
      <div className="section__body">{children}</div>
    </section>
  );
}
