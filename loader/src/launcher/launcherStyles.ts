/**
 * The style sheet inside the launcher's frame. The colors are custom properties that are set one by one, so that an
 * invalid one in the configuration affects nothing else. Written without spaces, because every host page loads it.
 */
export const LAUNCHER_CSS = `
button{all:unset;position:absolute;inset:0;display:grid;place-items:center;border-radius:50%;color:var(--ink);background:var(--primary);cursor:pointer;transition:.2s}
button:hover,[aria-expanded=true]{background:var(--secondary)}
button:hover{filter:brightness(1.1)}
button:active{filter:brightness(.9)}
svg{grid-area:1/1;width:52%;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round;transition:.25s}
[aria-expanded=false] .close,[aria-expanded=true] .open{opacity:0;transform:rotate(90deg) scale(.5)}
[aria-busy=true]::after{content:"";position:absolute;inset:4px;border:2px solid;border-bottom-color:transparent;border-radius:50%;animation:turn .8s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
i{position:absolute;top:14%;right:14%;width:18%;height:18%;border:2px solid;border-radius:50%;background:#e11d48}
@media (prefers-reduced-motion:reduce){*{transition:none!important}::after{animation-duration:4s!important}}
@media (forced-colors:active){button{box-sizing:border-box;border:2px solid}button:focus{border-width:4px}}
`;
