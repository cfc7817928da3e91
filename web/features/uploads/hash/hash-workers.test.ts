import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HashResult, HashTask } from './hash-worker.ts';
import { HashWorkers } from './hash-workers.ts';

class FakeWorker {
  static all: FakeWorker[] = [];
  readonly tasks: string[] = [];
  isTerminated = false;
  onmessage: ((message: { data: HashResult }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage({ file }: HashTask): void {
    this.tasks.push(file.name);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  answer(): void {
    this.onmessage!({ data: { hashes: { sha256: this.tasks.at(-1)! } } });
  }
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

const file = (name: string) => new File([], name);
const assignedTasks = () => FakeWorker.all.map(({ tasks }) => tasks);

test('hashes each file in an idle worker or a new one', async () => {
  const workers = new HashWorkers();
  const hashes = [workers.hash(file('a')), workers.hash(file('b'))];
  FakeWorker.all[1]!.answer();
  hashes.push(workers.hash(file('c')));
  expect(assignedTasks()).toEqual([['a'], ['b', 'c']]);
  for (const worker of FakeWorker.all) worker.answer();
  expect((await Promise.all(hashes)).map((each) => each?.sha256)).toEqual(['a', 'b', 'c']);
});

test('returns null if a worker fails, and starts another for the next file', async () => {
  const workers = new HashWorkers();
  const failed = workers.hash(file('a'));
  FakeWorker.all[0]!.onerror!();
  expect(await failed).toBeNull();
  expect(FakeWorker.all[0]!.isTerminated).toBe(true);
  const later = workers.hash(file('b'));
  FakeWorker.all[1]!.answer();
  expect(await later).toEqual({ sha256: 'b' });
});

test('ends unfinished tasks when it is closed', async () => {
  const workers = new HashWorkers();
  const unfinished = workers.hash(file('a'));
  workers.close();
  expect(await unfinished).toBeNull();
  expect(FakeWorker.all[0]!.isTerminated).toBe(true);
});
