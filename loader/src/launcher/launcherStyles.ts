/**
 * What the style sheets of all launchers have. Written without spaces, because every host page loads it. Each form adds
 * its own.
 */
export const LAUNCHER_CSS = `
button{all:unset;box-sizing:border-box;cursor:pointer;transition:.2s}
.launcher{--back:var(--primary);position:absolute;inset:0;display:grid;place-items:center;color:var(--ink,#fff);background:var(--back)}
.launcher:hover,[aria-expanded=true]{--back:var(--secondary)}
.launcher:hover{filter:brightness(1.1)}
.launcher:active{filter:brightness(.9)}
[aria-busy=true]::after{content:"";position:absolute;inset:4px;border:2px solid;border-bottom-color:transparent;border-radius:50%;animation:turn .8s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
i{position:absolute;top:14%;right:14%;width:18%;height:18%;border:2px solid;border-radius:50%;background:#e11d48}
@media (prefers-reduced-motion:reduce){*{transition:none!important}::after{animation-duration:4s!important}}
@media (forced-colors:active){.launcher{border:2px solid}.launcher:focus{border-width:4px}}
`;
