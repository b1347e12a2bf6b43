// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { signInWays } from "./page";

it.each([
  // As the page is built, before a server has written into it.
  ["{sign_in}", "{single_sign_on}", { passwords: true, singleSignOn: null }],
  ["passwords", "", { passwords: true, singleSignOn: null }],
  ["passwords single-sign-on", "", { passwords: true, singleSignOn: { name: "" } }],
  ["single-sign-on", "Acme &amp; Co", { passwords: false, singleSignOn: { name: "Acme & Co" } }],
])("reads in which ways people sign in: %s", (ways, name, expected) => {
  document.head.innerHTML = `<meta name="sign-in" content="${ways}"><meta name="single-sign-on" content="${name}">`;
  expect(signInWays()).toEqual(expected);
});
