/**
 * The style sheet of a reply beside the launcher: the colors and letters of what else may stand there
 * (`loader/src/bubble/bubbleStyles.ts`). Its frame has the rounding and the shadow.
 */
export const REPLY_CSS = `
body{margin:0;overflow:hidden;color:CanvasText;background:Canvas;font:15px/1.4 system-ui,sans-serif}
.card{position:relative}
button{all:unset;box-sizing:border-box;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:-3px;border-radius:8px}
.open{display:grid;grid-template-columns:auto 1fr;column-gap:12px;align-items:start;width:100%;padding-block:14px;padding-inline:16px 20px;text-align:start}
.open:not(:has(.name)){padding-inline-end:44px}
.open:hover{background:color-mix(in srgb,CanvasText 5%,Canvas)}
.face{position:relative;box-sizing:border-box;border:1px solid transparent;grid-row:1/3;display:grid;place-items:center;width:36px;height:36px;margin-block-start:2px;overflow:hidden;border-radius:50%;color:#fff;background:#475569;font-size:14px;font-weight:600}
.face img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover}
.name,.text{grid-column:2;min-width:0;overflow:hidden;overflow-wrap:anywhere}
.name{margin-inline-end:20px;font-weight:600;text-overflow:ellipsis;white-space:nowrap}
.text{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.text:first-child{grid-column:1/-1}
.close{position:absolute;inset-block-start:0;inset-inline-end:0;display:grid;place-items:center;width:44px;height:44px}
.cross{width:20px;height:20px;border-radius:50%;font-size:20px;line-height:18px;text-align:center}
.close:hover .cross{background:color-mix(in srgb,CanvasText 12%,Canvas)}
.unseen{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;
