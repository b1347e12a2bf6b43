// Builds the value that the engine has written down. What the numbers mean is said in `tape.rs`.

const WORD = 0;
const TEXT = 1;
const NUMBER = 2;
const LIST = 3;
const OBJECT = 4;

/** Field names and other texts of the engine's own, by number. */
const words = [];
const CONSTANTS = [undefined, false, true];

const number = new Float64Array(1);
const halves = new Uint32Array(number.buffer);

export function addWord(word) {
  words.push(word);
}

// What is being built, out of the functions' way: they call each other for every value.
let ops;
let text;
let at;
let read;

export function build(writtenOps, writtenText) {
  ops = writtenOps;
  text = writtenText;
  at = 0;
  read = 0;
  return value();
}

function value() {
  const op = ops[at++];
  const count = op >>> 3;
  switch (op & 7) {
    case WORD:
      return words[count];
    case TEXT:
      read += count;
      return text.substring(read - count, read);
    case NUMBER:
      halves[0] = ops[at++];
      halves[1] = ops[at++];
      return number[0];
    case LIST: {
      const items = new Array(count);
      for (let i = 0; i < count; i++) items[i] = value();
      return items;
    }
    case OBJECT: {
      const fields = {};
      for (let i = 0; i < count; i++) {
        const key = value();
        // Keys can come from a flow or an address: an assignment to this one would be none.
        if (key === "__proto__") Object.defineProperty(fields, key, { value: value(), enumerable: true });
        else fields[key] = value();
      }
      return fields;
    }
    default:
      return CONSTANTS[count];
  }
}
