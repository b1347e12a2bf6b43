import { setTimeout as sleep } from "node:timers/promises";

/**
 * Posts so many requests a second, for some seconds, whether or not earlier ones are answered: a slow server gets no less.
 *
 * @param {(number: number) => { url: string, client: number, body: string }} request
 * @returns the times until the answers in ms, from when each request was due, and how often each status was the answer.
 */
export async function sendEvenly(perSecond, seconds, request) {
  const begin = performance.now();
  const times = [];
  const statuses = {};
  const sent = [];
  for (let number = 0; number < perSecond * seconds; number++) {
    const due = begin + (number * 1_000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    sent.push(
      post(request(number)).then((status) => {
        times.push(performance.now() - due);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(sent);
  return { times, statuses };
}

async function post({ url, client, body }) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`,
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}
