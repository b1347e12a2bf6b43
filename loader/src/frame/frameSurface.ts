/** The color of the page in the content frame, in light and dark (`widget/src/styles/tokens.css`, `dark.css`). */
export const SURFACES = ["#fff", "#1d1f24"] as const;

/** The surface in the color scheme of the element that it is used for. */
const SURFACE = `light-dark(${SURFACES[0]},${SURFACES[1]})`;

/**
 * Returns the styles of the content frame's element that belong to the theme: what is seen while the page in it loads. In
 * some browsers the page's `prefers-color-scheme` is what the element's color scheme says.
 *
 * @param colorScheme from the configuration.
 * @param shadow a shadow of the surface around the frame.
 */
export function frameSurface(colorScheme = "light", shadow = ""): string {
  const layer = (color: string) => `background:${color};${shadow && `box-shadow:${shadow} ${color};`}`;
  // Twice, for browsers without `light-dark`.
  return `color-scheme:${colorScheme};${layer(SURFACES[0])}${layer(SURFACE)}`;
}
