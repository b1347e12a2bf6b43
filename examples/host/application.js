// Shows what the framed link page tells the page around it (docs/mobile.md#messages).
const log = document.querySelector("#log");
const frame = document.querySelector(".device iframe");

addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== new URL(frame.src).origin) return;
  const message = JSON.parse(data);
  const item = document.createElement("li");
  const type = document.createElement("strong");
  type.textContent = message.type;
  const details = document.createElement("code");
  details.textContent = JSON.stringify(message.data);
  item.append(type, details);
  log.append(item);
});
