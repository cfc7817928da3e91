/*
 * Preloaded into services (`ALBUMEN_NODE_OPTIONS`). Parameters of its URL: `functions=5432:6000` lets the function host
 * connect to port 6000 instead of 5432, `zero-cache=…` likewise; `clock` names a file with the milliseconds by which the
 * function host's clock is ahead, read again and again.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { shiftClock } from './clock.ts';

const parameters = new URL(import.meta.url).searchParams;
const script = process.argv[1] ?? '';
const isFunctions = script.endsWith('/local/lambda/main.ts');
const service = isFunctions ? 'functions' : script.includes('/@rocicorp/zero/') ? 'zero-cache' : '';
const [from, to] = (parameters.get(service) ?? '').split(':').map(Number);
if (from && to) redirect(from, to);

const clock = parameters.get('clock');
const LOOK_MS = 100;
if (clock && isFunctions) {
  const shifted = shiftClock();
  const look = () => shifted.setAhead(Number(readFileSync(clock, 'utf8')));
  look();
  setInterval(look, LOOK_MS).unref();
}

function redirect(from: number, to: number): void {
  const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    // `net.connect` passes an array, whose first element are the options.
    const first = Array.isArray(args[0]) ? (args[0][0] as unknown) : args[0];
    if (first === from) args[0] = to;
    else if (typeof first === 'object' && first !== null && 'port' in first && Number(first.port) === from)
      first.port = to;
    return connect.apply(this, args);
  } as typeof Socket.prototype.connect;
}
