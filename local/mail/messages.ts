import PostalMime from 'postal-mime';

/** A mail as the mailbox shows it. `to` are the envelope's recipients, including blind copies. */
export type Message = {
  id: string;
  /** Its header, by which mailboxes recognise a mail that arrives again; empty without it. */
  messageId: string;
  to: string[];
  from: string;
  subject: string;
  /** When it arrived, ISO 8601. */
  date: string;
  text: string;
  html: string;
  links: string[];
  /** Attachments; `text` is the content of text files, `cid` the id by which the mail shows a picture, or empty. */
  files: { name: string; type: string; text: string; cid: string }[];
};

/** A mail with the bytes of its attachments, in the order of `files`. */
type ParsedMail = { message: Message; contents: Uint8Array[] };

/** Parses a raw mail. */
export async function parseMessage(raw: Uint8Array, id: string, to: string[], arrivedAt: Date): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? '';
  const text = mail.text?.trim() || textOf(html);
  const message = {
    id,
    messageId: mail.messageId ?? '',
    to,
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    date: arrivedAt.toISOString(),
    text,
    html,
    links: html ? linksOf(html) : (text.match(/https?:\/\/\S+/g) ?? []),
    files: mail.attachments.map(({ filename, mimeType, content, contentId = '' }) => ({
      name: filename ?? '',
      type: mimeType,
      text: /^text\/|^application\/ics/.test(mimeType) ? new TextDecoder().decode(bytesOf(content)) : '',
      cid: contentId.replace(/^<|>$/g, ''),
    })),
  };
  return { message, contents: mail.attachments.map(({ content }) => bytesOf(content)) };
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function linksOf(html: string): string[] {
  const links = Array.from(html.matchAll(/<a\b[^>]*\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi), (match) =>
    decodeEntities(match[1] ?? match[2] ?? ''),
  );
  return [...new Set(links)];
}

/** Returns the text of an HTML mail. */
function textOf(html: string): string {
  const text = html
    .replace(/<(head|style|script)\b.*?<\/\1>/gis, '')
    .replace(/<br\s*\/?>|<\/(p|div|h\d|tr|li)>/gi, '\n')
    .replace(/<[^>]+>/g, '');
  return decodeEntities(text)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return namedEntities.get(name.toLowerCase()) ?? whole;
  });
}
