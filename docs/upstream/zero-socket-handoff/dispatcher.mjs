/*
 * node dispatcher.mjs: passes the socket of an upgrade to a worker, as zero-cache's dispatcher does, while the worker's
 * channel is busy. Prints whether the dispatcher reads from the socket after it was passed on, and what the worker heard
 * of the client's first message: null if it was lost.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { connect } from 'node:net';

/** Milliseconds after which a message counts as lost. */
const LOST_MS = 3_000;

const worker = fork(new URL('worker.mjs', import.meta.url));
const result = { isRead: null, heard: null };

const server = createServer().on('upgrade', (request, socket) => {
  const handle = socket._handle;
  // The worker's confirmation will wait behind this answer, and until it arrives the socket has two readers.
  worker.send('fill the channel');
  worker.send('yours', socket);
  result.isRead = handle.reading;
  setTimeout(end, LOST_MS);
});

worker.on('message', (message) => {
  if (message === 'ready') server.listen(0, '127.0.0.1', request);
  else if (message.heard) {
    result.heard = message.heard;
    end();
  }
});

function request() {
  const client = connect(server.address().port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: x\r\n\r\n');
  client.once('data', () => client.write('what I want to see'));
}

function end() {
  console.log(JSON.stringify(result));
  process.exit(0);
}
