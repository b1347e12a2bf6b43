// Tries to sign in, as often as it is told, each time from another address and for another account.
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { sendEvenly } from "./sendEvenly.mjs";

const { url, attempts, seconds } = workerData;
// Of this thread alone: who attacks a server takes no processor from it.
setPriority(constants.priority.PRIORITY_LOW);
const begin = Date.now();
const { statuses } = await sendEvenly(attempts, seconds, (number) => ({
  url: `${url}/v1/staff/session`,
  client: (begin + number) % 0xffffff,
  body: JSON.stringify({ email: `${begin}-${number}@shop.example`, password: "correct horse battery" }),
}));
parentPort.postMessage(statuses);
