/** The style sheet of the round launcher, beside `LAUNCHER_CSS`. */
export const ROUND_CSS = `
.launcher{border-radius:50%}
svg{grid-area:1/1;width:52%;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;transition:.25s}
[aria-expanded=false] .close,[aria-expanded=true] .open{opacity:0;transform:rotate(90deg) scale(.5)}
`;
