import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { feedbackEvent, type SendFeedback, simulatedFeedback } from './feedback.ts';
import type { Message } from './messages.ts';
import type { MessageStore } from './store.ts';

/** Far above a mail without attachments; larger ones are refused with 552. */
const MAX_MESSAGE_BYTES = 2 << 20;

/** Accepts mails for every recipient and delivers none. Those to the simulator's addresses come back. */
export function createSmtpServer(store: MessageStore, sendFeedback?: SendFeedback): SMTPServer {
  const server = new SMTPServer({
    banner: 'Albumen mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await readBounded(stream);
      if (!raw) throw Object.assign(new Error('Message exceeds the maximum size'), { responseCode: 552 });
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const message = await store.add(raw, to);
      if (sendFeedback) void returnSimulated(message, sendFeedback);
    }),
  });
  // A sender may disconnect in the middle of a mail.
  server.on('error', (error) => console.error('smtp:', error.message));
  return server;
}

/** Reports the mail as its simulated recipients do. The sender has its answer by then. */
async function returnSimulated(message: Message, sendFeedback: SendFeedback): Promise<void> {
  for (const address of message.to) {
    const kind = simulatedFeedback(address);
    if (!kind) continue;
    await sendFeedback(feedbackEvent(message, address, kind, new Date())).catch((error: unknown) => {
      console.error('feedback:', error);
    });
  }
}

/** Reads the stream to its end, so that the sender gets the response; null if it is too long. */
async function readBounded(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_MESSAGE_BYTES) chunks.push(chunk);
  }
  return bytes <= MAX_MESSAGE_BYTES ? Buffer.concat(chunks) : null;
}
