import { describe, expect, it } from 'vitest';
import { Failure } from '../shell/failure.ts';
import { checkGuestFile, type GuestItem, sendPhotos } from './send-photos.ts';

const item = (photoId: string, name = `${photoId}.jpg`, bytes = 10): GuestItem => ({
  photoId,
  file: new File([new Uint8Array(bytes)], name, { type: name.endsWith('.txt') ? 'text/plain' : 'image/jpeg' }),
  state: 'waiting',
});

interface Server {
  /** Failures of calls, in order; null lets the call pass. */
  calls?: (Failure | null)[];
  /** Statuses of PUTs, in order; 200 afterwards. */
  puts?: number[];
  refused?: Record<string, string>;
}

/** Sends items to a server that answers as told, and returns what happened. */
async function send(items: GuestItem[], { calls = [], puts = [], refused = {} }: Server = {}) {
  const [states, paths] = [new Map<string, string>(), [] as string[]];
  const sender = {
    base: '/api/guest-uploads/t',
    wait: async () => {},
    put: async () => puts.shift() ?? 200,
    call: async <T>(_method: string, path: string, body?: object) => {
      paths.push(path);
      const failure = calls.shift();
      if (failure) throw failure;
      const { files = [], photoIds = [] } = body as { files?: { photoId: string }[]; photoIds?: string[] };
      const isRefused = ({ photoId }: { photoId: string }) => photoId in refused;
      return {
        uploads: files
          .filter((file) => !isRefused(file))
          .map(({ photoId }) => ({ photoId, url: photoId, headers: {} })),
        arrived: [],
        refused: files.filter(isRefused).map(({ photoId }) => ({ photoId, code: refused[photoId] })),
        photos: photoIds.map((photoId) => ({ photoId, status: 'processing', failure: null })),
      } as T;
    },
  };
  await sendPhotos(sender, 'Marta', items, (id, { state, code }) => states.set(id, code ? `${state} ${code}` : state));
  return { states: Object.fromEntries(states), paths };
}

describe('sendPhotos', () => {
  it('sends 45 photos with eight requests for addresses', async () => {
    const { states, paths } = await send(Array.from({ length: 45 }, (_, index) => item(`p${index}`)));
    expect(Object.values(states)).toEqual(Array(45).fill('done'));
    expect(paths.filter((path) => path.endsWith('/presign'))).toHaveLength(8);
  });

  it('repeats what the network lost, four times at most', async () => {
    const lost = () => new Failure('network');
    expect((await send([item('a')], { calls: [lost(), lost(), lost()], puts: [0, 503] })).states).toEqual({
      a: 'done',
    });
    expect((await send([item('a')], { calls: [lost(), lost(), lost(), lost()] })).states).toEqual({
      a: 'failed network',
    });
    expect((await send([item('a'), item('b')], { puts: [403] })).states).toEqual({ a: 'failed network', b: 'done' });
  });

  it('counts a photo that is stored already as done', async () => {
    const { states } = await send([item('a'), item('b')], { refused: { a: 'duplicate' }, puts: [412] });
    expect(states).toEqual({ a: 'done', b: 'done' });
  });

  it('names each file that cannot be sent, and sends the others', async () => {
    const items = [item('a', 'notes.txt'), item('b', 'b.jpg', 0), item('c'), item('d')];
    const { states } = await send(items, { refused: { c: 'limit_reached' } });
    expect(states).toEqual({ a: 'failed not_an_image', b: 'failed empty', c: 'failed limit_reached', d: 'done' });
  });

  it('waits while too many photos of the network are on the way, three times at most', async () => {
    const busy: Record<string, string> = { a: 'rate_limited' };
    const { states, paths } = await send([item('a'), item('b')], { refused: busy });
    expect(states).toEqual({ a: 'failed rate_limited', b: 'done' });
    expect(paths.filter((path) => path.endsWith('/presign'))).toHaveLength(4);
  });

  it('repeats no refusal', async () => {
    const { states, paths } = await send([item('a')], { calls: [new Failure('rate_limited')] });
    expect(states).toEqual({ a: 'failed rate_limited' });
    expect(paths).toHaveLength(1);
  });
});

it('checkGuestFile knows HEIC by its name, which some phones report without a type', () => {
  expect(checkGuestFile({ name: 'IMG_1.HEIC', type: '', size: 1 })).toBe('image/heic');
  expect(checkGuestFile({ name: 'IMG_1.CR3', type: 'image/x-canon-cr3', size: 1 })).toEqual({ code: 'not_an_image' });
});
