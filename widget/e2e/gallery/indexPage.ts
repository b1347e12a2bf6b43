import { SAMPLES } from "./samples";
import { reasonAgainst, VIEWS } from "./views";

const STYLE = `
body { margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #eceef1; color: #16181d; }
h1 { margin: 24px; }
table { border-collapse: separate; border-spacing: 12px; }
th { position: sticky; top: 0; background: #eceef1; padding: 8px; text-align: start; z-index: 1; }
tbody th { top: auto; left: 0; vertical-align: top; }
td { vertical-align: top; max-width: 420px; }
img { display: block; max-width: 100%; border-radius: 8px; box-shadow: 0 1px 4px rgb(0 0 0 / 20%); }
p { max-width: 180px; margin: 0; color: #565c68; }
`;

/** Returns the page that shows all pictures: a row for each sample, a column for each view. */
export function indexPage(): string {
  const heads = VIEWS.map(({ name }) => `<th scope="col">${name}</th>`).join("");
  const rows = SAMPLES.map((sample) => {
    const cells = VIEWS.map((view) => {
      const reason = reasonAgainst(sample, view);
      const file = `${sample.id}.${view.name}.png`;
      const content = reason
        ? `<p>${reason}</p>`
        : `<a href="${file}"><img loading="lazy" src="${file}" alt="${sample.id}, ${view.name}"></a>`;
      return `<td>${content}</td>`;
    }).join("");
    return `<tr id="${sample.id}"><th scope="row">${sample.id}</th>${cells}</tr>`;
  }).join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>${STYLE}</style>
<h1>Every question and element in every state</h1>
<table>
<thead><tr><td></td>${heads}</tr></thead>
<tbody>
${rows}
</tbody>
</table>
</html>
`;
}
