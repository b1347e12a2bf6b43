/** The style sheet of the side tab, beside `LAUNCHER_CSS`. */
export const TAB_CSS = `
.launcher{inset:0 0 auto auto;width:max-content;min-height:100%;padding:18px 11px;font:600 15px/1.2 system-ui,sans-serif;white-space:nowrap;writing-mode:vertical-rl}
.left{rotate:180deg}
[aria-busy=true]::after{inset:auto;width:20px;height:20px;background:inherit}
i{top:5px;right:5px;width:8px;height:8px;border-width:1px}
`;
