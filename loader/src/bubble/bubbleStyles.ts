export const BUBBLE_ID = "psn-widget-popover";

/** The style sheet of the bubble beside the round launcher. */
export const BUBBLE_CSS = `
div{position:absolute;top:0;left:0;display:flex;align-items:start;box-sizing:border-box;width:max-content;max-width:200px;max-height:100vh;overflow:auto;overflow-wrap:anywhere;border-radius:inherit;border:1px solid transparent;color:CanvasText;background:Canvas;font:15px/1.4 system-ui,sans-serif}
.vertical{width:auto;height:max-content;max-width:100vw;max-height:240px;writing-mode:vertical-rl}
button{all:unset;box-sizing:border-box;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:-3px;border-radius:8px}
.text{padding-block:12px;padding-inline:16px 0;flex:1}
.dismiss{text-align:center;width:32px;height:32px;font-size:20px}
`;
