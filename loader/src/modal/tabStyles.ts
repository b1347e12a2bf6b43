/**
 * The style sheet of the side tab, beside `LAUNCHER_CSS`. A text that has no color of its own is white where that has a
 * contrast of 4.5, else black (docs/widget.md#colors).
 */
export const TAB_CSS = `
.launcher{color:var(--ink,color(from var(--back) xyz-d65 calc(.9505*clamp(0,(.183 - y)*999,1)) clamp(0,(.183 - y)*999,1) calc(1.089*clamp(0,(.183 - y)*999,1))));inset:0 0 auto auto;width:max-content;padding:18px 11px;font:600 15px/1.2 system-ui,sans-serif;white-space:nowrap;writing-mode:vertical-rl}
.left{rotate:180deg}
[aria-busy=true]::after{inset:auto;width:20px;height:20px;background:inherit}
i{top:5px;right:5px;width:8px;height:8px;border-width:1px}
`;
