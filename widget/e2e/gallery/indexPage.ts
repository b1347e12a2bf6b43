import { SAMPLES } from "./samples";
import { SCENES } from "./scenes";
import { reasonAgainst, SCENE_VIEWS, VIEWS } from "./views";

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

/** Returns the page that shows all pictures: a row for each sample and each scene, a column for each view. */
export function indexPage(): string {
  const samples = table(SAMPLES, VIEWS, (sample, view) => {
    const reason = reasonAgainst(sample, view);
    return reason ? `<p>${reason}</p>` : picture(sample.id, view.name);
  });
  const scenes = table(SCENES, SCENE_VIEWS, ({ id }, { name }) => picture(id, name));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>${STYLE}</style>
<h1>Every question and element in every state</h1>
${samples}
<h1>The chat, and what pages say of feedback that waits</h1>
${scenes}
</html>
`;
}

function table<Row extends { id: string }, Column extends { name: string }>(
  rows: Row[],
  columns: Column[],
  contentOf: (row: Row, column: Column) => string,
): string {
  const heads = columns.map(({ name }) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map((row) => {
    const cells = columns.map((column) => `<td>${contentOf(row, column)}</td>`).join("");
    return `<tr id="${row.id}"><th scope="row">${row.id}</th>${cells}</tr>`;
  });
  return `<table>
<thead><tr><td></td>${heads}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table>`;
}

function picture(id: string, view: string): string {
  const file = `${id}.${view}.png`;
  return `<a href="${file}"><img loading="lazy" src="${file}" alt="${id}, ${view}"></a>`;
}
