import type { createElement, ReactNode } from "react";
import "./accessibleViewer.css";

/** What the viewer offers its plugins, as far as this one uses it. */
interface Viewer {
  React: { createElement: typeof createElement };
}

type Component = (props: object) => ReactNode;

/**
 * Mends what keeps the viewer from users of a keyboard or a screen reader; colors and overflow are in the style sheet.
 *
 * @returns a plugin of Swagger UI.
 */
export function accessibleViewer({ React: { createElement } }: Viewer) {
  /** Puts a component into a landmark, by which screen readers find it. */
  const into = (landmark: string, name: string) => (Original: Component) => (props: object) =>
    createElement(landmark, { "aria-label": name }, createElement(Original, props));
  return {
    components: {
      // A link inside of the button that opens the operation, to the same place.
      DeepLink: ({ text }: { text: string }) => createElement("span", null, text),
      // A choice without a name, of the only server there is.
      ServersContainer: () => null,
    },
    wrapComponents: {
      InfoContainer: into("section", "Introduction"),
      AuthorizeBtnContainer: into("section", "Authorization"),
      FilterContainer: into("search", "Operations by tag"),
      // The headings of the parts are of the third level, and the title is of the first.
      operations: (Operations: Component) => (props: object) => [
        createElement("h2", { key: "title" }, "Operations"),
        createElement(Operations, { key: "operations", ...props }),
      ],
    },
  };
}
