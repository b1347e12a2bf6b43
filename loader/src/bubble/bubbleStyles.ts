export const BUBBLE_ID = "psn-widget-popover";

/** The style sheet of the bubble beside the round launcher. The border is for forced colors, which have no shadows. */
export const BUBBLE_CSS = `
:host>div{position:absolute;top:0;left:0;display:flex;align-items:start;box-sizing:border-box;width:max-content;max-width:200px;max-height:100vh;overflow:auto;overflow-wrap:anywhere;border-radius:inherit;border:1px solid transparent;color:CanvasText;background:Canvas;font:15px/1.4 system-ui,sans-serif}
:host>.vertical{width:auto;height:max-content;max-width:100vw;max-height:240px;writing-mode:vertical-rl}
button{all:unset;box-sizing:border-box;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:-3px;border-radius:8px}
.text{padding-block:12px;padding-inline:16px 0;flex:1}
.dismiss{text-align:center;width:32px;height:32px;font-size:20px}
:host>.asks{display:grid;grid-template-columns:1fr 44px;max-width:min(318px,100vw);padding:0 0 16px}
.asks .dismiss{width:44px;height:44px}
.question{padding-block:11px 8px;padding-inline:16px 0;font-weight:600}
.answers,.ends{grid-column:1/-1;display:grid;grid-template-columns:repeat(var(--columns,1),1fr);gap:4px;padding-inline:16px}
.answer{min-width:44px;min-height:44px;padding:8px;border:1px solid #858a96;border-radius:8px;text-align:center}
.radio:not(.short) .answer{padding-inline:14px;text-align:start}
.short .answer{padding:4px;font-size:20px}
.answer:hover{background:color-mix(in srgb,CanvasText 8%,Canvas)}
.star .answer{border:0;background:none;padding:0;font-size:30px;line-height:44px}
.star .answer::before{content:"☆"}
.star .answer:is(:hover,:focus-visible)::before,.star .answer:has(~:is(:hover,:focus-visible))::before{content:"★"}
.ends{grid-template-columns:auto auto;justify-content:space-between;padding-block-start:4px;font-size:13px}
`;
