import { Fragment } from "react";
import { splitLinks } from "./links";

/** What somebody has written, with its line breaks and links. */
export function Words({ body }: { body: string }) {
  return (
    <p className="inbox-words" dir="auto">
      {splitLinks(body).map(({ text, address }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a text never change.
        <Fragment key={at}>
          {address ? (
            <a href={address} target="_blank" rel="noopener noreferrer nofollow">
              {text}
            </a>
          ) : (
            text
          )}
        </Fragment>
      ))}
    </p>
  );
}
