import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadFont } from './upload-font.ts';

const file = new File([new Uint8Array([1])], 'own.otf');
const getToken = async () => 'the-token';

/** A request that answers with this status and text, or not at all. */
function answer(status: number, text: string) {
  const sent: { headers: Record<string, string>; body: unknown; url: string }[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = status;
      responseText = text;
      headers: Record<string, string> = {};
      url = '';
      open(method: string, path: string) {
        this.url = `${method} ${path}`;
      }
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      send(body: unknown) {
        sent.push({ headers: this.headers, body, url: this.url });
        this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'));
      }
    },
  );
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

const failure = (options: Partial<Parameters<typeof uploadFont>[1]> = {}) =>
  uploadFont(file, { accountId: '0123456789', getToken, ...options }).catch((error: unknown) => error);

describe('uploadFont', () => {
  it('asks for the account first, and then for the token, before it sends anything', async () => {
    const sent = answer(201, '{}');
    expect(await failure({ accountId: null, getToken: async () => null })).toMatchObject({
      message: 'Missing account ID',
    });
    expect(await failure({ getToken: async () => null })).toMatchObject({ message: 'Missing access token' });
    expect(sent).toEqual([]);
  });

  it('sends the file with token, account and channel', async () => {
    const sent = answer(422, '{}');
    await failure();
    expect(sent).toMatchObject([
      {
        url: 'POST /api/upload/font',
        headers: { authorization: 'Bearer the-token', 'x-account-id': '0123456789', 'x-channel': 'backoffice' },
      },
    ]);
    expect(((sent[0]!.body as FormData).get('font') as File).name).toBe('own.otf');
  });

  it('throws the server’s message, else “Upload failed”', async () => {
    answer(422, '{"error":{"code":"not_a_font","message":"No font."}}');
    expect(await failure()).toMatchObject({ message: 'No font.', code: 'not_a_font' });
    for (const text of ['{"error":{}}', '<html>', '']) {
      answer(502, text);
      expect(await failure()).toMatchObject({ message: 'Upload failed', code: null });
    }
    answer(0, '');
    expect(await failure()).toMatchObject({ message: 'Upload failed' });
  });
});
