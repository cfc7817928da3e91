import { createSocket } from 'node:dgram';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { escapeHtml } from '#core/domain/values/format.ts';
import { type DnsRecord, readQuestion, TYPES, writeAnswer } from './wire.ts';
import { dnsRecord, type Zone } from './zone.ts';

interface DnsServer {
  port: number;
  close(): Promise<void>;
}

/** Answers DNS queries over UDP on a loopback port. @param port 0 selects a free one */
export async function startDns(zone: Zone, port: number): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    const question = readQuestion(query);
    if (question) socket.send(writeAnswer(question, zone.answer(question)), sender.port, sender.address);
  });
  await new Promise<void>((bound, failed) => {
    socket.once('error', failed).bind(port, '127.0.0.1', () => {
      socket.off('error', failed).on('error', (error) => console.error('dns', error));
      bound();
    });
  });
  return {
    port: socket.address().port,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
}

/** Path of the page that plays a registrar's. */
export const DNS_PATH = '/__dns';

/** Shows the zone's records with forms that add and delete one. */
export async function serveDnsPage(zone: Zone, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return send(response, 200, page(zone));
  // A form of another site could otherwise write here.
  const { origin, host } = request.headers;
  if (origin !== undefined && origin !== `http://${host}`) return send(response, 403, 'Another origin');
  const { action, ...fields } = Object.fromEntries(new URLSearchParams(await text(request)));
  const record = dnsRecord.safeParse(fields);
  if (!record.success) return send(response, 400, page(zone, 'That is no valid record.'));
  if (action === 'delete') zone.remove(record.data);
  else zone.add(record.data);
  response.writeHead(303, { location: DNS_PATH, 'content-length': 0 }).end();
}

function send(response: ServerResponse, status: number, body: string): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

const hidden = (record: DnsRecord) =>
  (['name', 'type', 'value'] as const)
    .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(record[name])}">`)
    .join('');

function page(zone: Zone, message = ''): string {
  const rows = zone.records.map(
    (record) =>
      `<tr><td>${escapeHtml(record.type)}<td>${escapeHtml(record.name)}<td>${escapeHtml(record.value)}<td>` +
      `<form method="post">${hidden(record)}<button name="action" value="delete">Delete</button></form>`,
  );
  const types = Object.keys(TYPES).map((type) => `<option>${type}</option>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>DNS on this machine</title><h1>DNS on this machine</h1>
<p>Records of domains below <code>localhost</code>, as a registrar would keep them.</p>
<p role="alert">${escapeHtml(message)}</p>
<form method="post"><label>Type <select name="type">${types.join('')}</select></label>
<label>Name <input name="name" required></label> <label>Value <input name="value" required></label>
<button name="action" value="add">Add</button></form>
<table><thead><tr><th>Type<th>Name<th>Value<th></thead><tbody>${rows.join('')}</tbody></table></html>`;
}
