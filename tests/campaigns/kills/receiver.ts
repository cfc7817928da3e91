import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** Receives webhooks: the ids of the events about each subject, in order of arrival. */
export interface Receiver {
  url: string;
  /** Ids of the events by the payment that they are about. */
  events: ReadonlyMap<string, readonly string[]>;
  close(): void;
}

/** @param answerMs milliseconds until it answers an event */
export async function startReceiver(answerMs = 0): Promise<Receiver> {
  const events = new Map<string, string[]>();
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { id } = (body as { data: { payment: { id: string } } }).data.payment;
      events.set(id, [...(events.get(id) ?? []), String(request.headers['webhook-id'])]);
      setTimeout(() => response.end(), answerMs);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    close: () => server.close(),
  };
}
