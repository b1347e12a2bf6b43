/** What the conformance suite of Socket.IO's protocol expects of Mocha and Chai, from Vitest. */
import { chai, describe, it } from "vitest";
import { WebSocket } from "ws";

chai.use(({ Assertion }) => {
  Assertion.addMethod("startsWith", function startsWith(start) {
    this.assert(
      this._obj.startsWith(start),
      `expected ${this._obj} to start with ${start}`,
      `expected ${this._obj} not to start with ${start}`,
    );
  });
});

// Mocha gives a context to the functions of `describe`, in which the suite sets limits that are Vitest's as well.
const context = { timeout: () => undefined };
globalThis.describe = (name, define) => describe(name, () => define.call(context));
globalThis.it = it;
globalThis.chai = chai;
// The suite listens for one message after the other, so those that arrive together must not be told in one go.
globalThis.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url, { allowSynchronousEvents: false });
  }
};
