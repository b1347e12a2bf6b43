import { expect, it } from "vitest";
import { personOf, personOfLink } from "./person";

const ID = { external_id: "42" };

const sign = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.c2ln`;

it("knows a person by the first id that the host gives, whatever else it says", () => {
  const person = personOf({ customer: ID });
  expect(person).toMatch(/^[0-9a-z]{6,11}$/);
  expect(personOf({ customer: { ...ID, email: "a@example.com", name: "Ada" } })).toBe(person);
  expect(personOf({ customer: { external_id: 42 } })).toBe(person);
  expect(personOf({ customer: { user_id: "42" } })).not.toBe(person);
  expect(personOf({ customer: { external_id: "43" } })).not.toBe(person);
});

it("names nobody without an id", () => {
  expect(personOf({ customer: { name: "Ada" } })).toBe("");
  expect(personOf({ customer: null, jws: null })).toBe("");
  expect(personOf({ jws: "nonsense" })).toBe("");
});

it("reads what is signed, and nothing beside it", () => {
  expect(personOf({ customer: { external_id: "43" }, jws: sign({ customer: ID }) })).toBe(
    personOf({ customer: ID }),
  );
});

it("knows whose a link is", () => {
  expect(personOfLink(sign({ customer: ID }), "c1")).toBe(personOf({ customer: ID }));
  expect(personOfLink(undefined, "c1")).toBe(personOfLink(sign({ customer: { id: "c1" } }), null));
  expect(personOfLink(sign({ node_id: "shop" }), null)).toBe("");
});
