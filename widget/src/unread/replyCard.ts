import { initialsOf } from "../chat/parts/initialsOf";
import type { NewReply } from "./newestReply";
import { REPLY_CSS } from "./replyStyles";

/** The texts of the page, as the server has written them. Without them the widget shows no reply. */
export interface ReplyTexts {
  /** Read out: what the card does when it is pressed. */
  open?: string;
  close?: string;
  /** What a reply says that is only a picture. */
  picture?: string;
  /** The value of the CSS property `color-scheme`. */
  scheme?: string;
}

/** A reply beside the launcher: a button that opens the chat, and one that dismisses it. */
export interface ReplyCard {
  /** Shows a reply, or nothing. */
  show(reply: NewReply | undefined): void;
  /** Returns how high the card is in its frame's width, in whole pixels; 0 if nothing is shown. */
  height(): number;
  /** Has the reply read out. */
  announce(): void;
}

/** @param act called with whether the visitor opens the chat or dismisses the reply, and whether by keyboard. */
export function createReplyCard(
  { open, close = "", picture = "", scheme = "" }: ReplyTexts,
  act: (opens: boolean, keyboard: boolean) => void,
): ReplyCard {
  const card = element("div", "card");
  // It has to be there before it says something.
  const status = element("p", "unseen");
  status.setAttribute("role", "status");
  card.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") act(false, true);
  });
  let said = "";
  let drawn: NewReply | undefined;

  const button = (className: string, opens: boolean) => {
    const created = element("button", className);
    created.type = "button";
    created.addEventListener("click", ({ detail }) => act(opens, detail === 0));
    return created;
  };

  function draw({
    body,
    has_picture: hasPicture,
    user: { name = "", avatar, avatar_color: color },
  }: NewReply) {
    const text = body || (hasPicture ? picture : "");
    said = name ? `${name}: ${text}` : text;
    const opener = button("open", true);
    const face = element("span", "face", initialsOf(name));
    face.ariaHidden = "true";
    face.style.backgroundColor = color ?? "";
    if (avatar) {
      const image = element("img", "");
      image.alt = "";
      image.src = avatar;
      image.onerror = () => image.remove();
      face.append(image);
    }
    // What staff have written has a direction of its own. A name begins where the lines of the page do.
    const author = element("span", "name");
    author.append(element("bdi", "", name));
    const words = element("span", "text", text);
    words.dir = "auto";
    if (name) opener.append(face, author);
    opener.append(words, element("span", "unseen", open));
    const closer = button("close", false);
    closer.ariaLabel = close;
    closer.append(element("span", "cross", "×"));
    status.textContent = "";
    card.replaceChildren(opener, closer);
  }

  return {
    show(reply) {
      // The page that only counts stays empty.
      if (!reply || open === undefined) {
        card.remove();
        drawn = undefined;
        return;
      }
      if (!card.isConnected) {
        document.documentElement.style.colorScheme = scheme;
        document.adoptedStyleSheets = [createSheet()];
        document.body.append(card, status);
      }
      // The same one keeps the focus.
      if (drawn?.feedbackId !== reply.feedbackId || drawn.position !== reply.position) draw(reply);
      drawn = reply;
    },
    height: () => (card.isConnected ? Math.ceil(card.getBoundingClientRect().height) : 0),
    announce() {
      status.textContent = said;
    },
  };
}

/** A constructed sheet: the page's policy allows no others, and most pages need none. */
function createSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(REPLY_CSS);
  return sheet;
}

type Tag = "div" | "p" | "span" | "bdi" | "button" | "img";

function element<Name extends Tag>(tag: Name, className: string, text = "") {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
}
