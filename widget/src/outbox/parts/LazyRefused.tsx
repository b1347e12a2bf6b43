import { type ComponentType, lazy, Suspense } from "react";
import { loadRare } from "../loadRare";
import type { RefusedProps } from "./Refused";

const Refused = lazy(async (): Promise<{ default: ComponentType<RefusedProps> }> => {
  try {
    return { default: (await loadRare()).Refused };
  } catch (error) {
    console.error(error);
    // It stays on the device until the script arrives with a later visit.
    return { default: () => null };
  }
});

/** Lets somebody deal with feedback that the server will never take, where there is some. Its script is loaded for it. */
export function LazyRefused(props: RefusedProps) {
  if (props.refused.length === 0) return null;
  return (
    <Suspense>
      <Refused {...props} />
    </Suspense>
  );
}
