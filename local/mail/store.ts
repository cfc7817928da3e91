import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMessage, type Message } from './messages.ts';

export type MessageStore = {
  add(raw: Uint8Array, to: string[]): Promise<Message>;
  /** Newest first; optionally only those of one recipient. */
  list(to?: string): Message[];
  get(id: string): Message | undefined;
  /** Bytes of an attachment, by its index in `files`; undefined if there is none. */
  file(id: string, index: number): Promise<Uint8Array | undefined>;
  clear(): Promise<void>;
};

/** Maximum number of mails; the oldest are deleted. */
const MAX_MESSAGES = 500;

/** Stores each mail as a JSON file in `folder`, named so that names sort by arrival; attachments beside it. */
export async function openStore(folder: string, maxMessages = MAX_MESSAGES): Promise<MessageStore> {
  await mkdir(folder, { recursive: true });
  const messages = new Map<string, Message>();
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()) {
    const message = JSON.parse(await readFile(join(folder, name), 'utf8')) as Message;
    messages.set(message.id, message);
  }
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const attachmentOf = (id: string, index: number) => join(folder, `${id}.${index}.attachment`);
  const remove = async ({ id, files }: Message) => {
    const attachments = files.map((_file, index) => attachmentOf(id, index));
    await Promise.all([fileOf(id), ...attachments].map((path) => rm(path, { force: true })));
  };
  let sequence = 0;

  return {
    async add(raw, to) {
      const arrivedAt = new Date();
      sequence = (sequence + 1) % 10_000;
      // Time, then a counter within the millisecond, then an unguessable suffix.
      const stamp = `${arrivedAt.getTime().toString().padStart(14, '0')}${sequence.toString().padStart(4, '0')}`;
      const id = `${stamp}-${randomBytes(4).toString('hex')}`;
      const { message, contents } = await parseMessage(raw, id, to, arrivedAt);
      await Promise.all(contents.map((content, index) => writeFile(attachmentOf(id, index), content)));
      const temporary = `${fileOf(message.id)}.part`;
      await writeFile(temporary, JSON.stringify(message));
      await rename(temporary, fileOf(message.id));
      messages.set(message.id, message);
      for (const oldest of [...messages.values()].slice(0, Math.max(0, messages.size - maxMessages))) {
        messages.delete(oldest.id);
        await remove(oldest);
      }
      return message;
    },
    list(to) {
      const recipient = to?.toLowerCase();
      const all = [...messages.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
      return recipient
        ? all.filter((message) => message.to.some((address) => address.toLowerCase() === recipient))
        : all;
    },
    get: (id) => messages.get(id),
    async file(id, index) {
      // The mailbox may be cleared while it is read.
      return messages.get(id)?.files[index] && readFile(attachmentOf(id, index)).catch(() => undefined);
    },
    async clear() {
      const all = [...messages.values()];
      messages.clear();
      await Promise.all(all.map(remove));
    },
  };
}
