import { createSocket } from 'node:dgram';
import { readQuestion, writeAnswer } from './wire.ts';
import type { Zone } from './zone.ts';

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
