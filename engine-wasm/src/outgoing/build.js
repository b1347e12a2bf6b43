// Builds the value on a tape. `tape.rs` describes its format.

const INTERNED = 0;
const TEXT = 1;
const NUMBER = 2;
const LIST = 3;
const OBJECT = 4;

/** Field names and other strings of the engine itself. */
const interned = [];
const CONSTANTS = [undefined, false, true];

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

export function intern(string) {
  interned.push(string);
}

// The tape that is being read: module variables, because `value` calls itself for every value.
let ops;
let text;
let opIndex;
let textIndex;

export function build(tapeOps, tapeText) {
  ops = tapeOps;
  text = tapeText;
  opIndex = 0;
  textIndex = 0;
  return value();
}

function value() {
  const op = ops[opIndex++];
  const rest = op >>> 3;
  switch (op & 7) {
    case INTERNED:
      return interned[rest];
    case TEXT:
      textIndex += rest;
      return text.substring(textIndex - rest, textIndex);
    case NUMBER:
      halves[0] = ops[opIndex++];
      halves[1] = ops[opIndex++];
      return number[0];
    case LIST: {
      const items = new Array(rest);
      for (let i = 0; i < rest; i++) items[i] = value();
      return items;
    }
    case OBJECT: {
      const fields = {};
      for (let i = 0; i < rest; i++) {
        const key = value();
        // Keys may come from a flow or an address, and assigning to this one would set the prototype.
        if (key === "__proto__") Object.defineProperty(fields, key, { value: value(), enumerable: true });
        else fields[key] = value();
      }
      return fields;
    }
    default:
      return CONSTANTS[rest];
  }
}
