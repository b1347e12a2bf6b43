import { type ComponentType, lazy, Suspense } from "react";
import type { ElementProps } from "./elementProps";
import type { EndingKind } from "./endings";
import { loadEndings } from "./loadEndings";

/** Where the components do not arrive, the page thanks without them. */
const Ending = lazy(async (): Promise<{ default: ComponentType<ElementProps> }> => {
  try {
    const { ENDINGS } = await loadEndings();
    return {
      default: (props) => {
        const Component = ENDINGS[props.element.type as EndingKind];
        return <Component {...props} />;
      },
    };
  } catch (error) {
    console.error(error);
    return { default: () => null };
  }
});

/** An element that only thank-you pages have: most pages end without one, so they are a chunk of its own. */
export function EndingElement(props: ElementProps) {
  return (
    <Suspense>
      <Ending {...props} />
    </Suspense>
  );
}
