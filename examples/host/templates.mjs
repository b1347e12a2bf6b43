/** The templates of `pulsen new` as cards of the start page. */
import { readFile } from "node:fs/promises";

const TEMPLATES = new URL("../templates/templates.json", import.meta.url);

/** Size of the pictures in pixels of the page; `make template-pictures` makes them. */
const WIDTH = 480;
const HEIGHT = 360;

/** Returns the paths of the pictures, each with the file below this folder. */
export async function templatePictures() {
  const templates = await readTemplates();
  return templates.map(({ name }) => `/templates/${name}.png`);
}

/** Returns a card for each template, with the link page that the provider has of it. */
export async function templateCards(provider) {
  const cards = (await readTemplates()).map(
    ({ name, title, about }) => `        <li class="card">
          <img src="/templates/${name}.png" alt="" width="${WIDTH}" height="${HEIGHT}" loading="lazy">
          <h2><a href="${provider}/feedback?node_id=${name}">${escapeText(title)}</a></h2>
          <p>${escapeText(about)}</p>
          <p><code>pulsen new ${name} feedback</code></p>
        </li>`,
  );
  return cards.join("\n");
}

async function readTemplates() {
  return JSON.parse(await readFile(TEMPLATES, "utf8"));
}

function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
