import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HashResult, HashTask } from './hash-worker.ts';
import { Hasher } from './hasher.ts';

class FakeWorker extends EventTarget {
  static all: FakeWorker[] = [];
  readonly tasks: HashTask[] = [];
  ended = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(task: HashTask): void {
    this.tasks.push(task);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(): void {
    const { file } = this.tasks.at(-1)!;
    const data: HashResult = { hashes: { sha256: file.name } };
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => vi.unstubAllGlobals());

const file = (name: string) => new File([], name);
const assignedTasks = () => FakeWorker.all.map(({ tasks }) => tasks.map((task) => task.file.name));

test('hashes two files at a time, in order, on the next free worker', async () => {
  const hasher = new Hasher();
  const hashes = ['a', 'b', 'c', 'd'].map((name) => hasher.hash(file(name)));
  expect(assignedTasks()).toEqual([['a'], ['b']]);
  FakeWorker.all[1]!.answer();
  FakeWorker.all[1]!.answer();
  expect(assignedTasks()).toEqual([['a'], ['b', 'c', 'd']]);
  FakeWorker.all[0]!.answer();
  FakeWorker.all[1]!.answer();
  expect((await Promise.all(hashes)).map((each) => each?.sha256)).toEqual(['a', 'b', 'c', 'd']);
});

test('starts one worker for one file', () => {
  void new Hasher().hash(file('a'));
  expect(assignedTasks()).toEqual([['a']]);
});

test('returns null for pending files if a worker fails, and starts anew for later files', async () => {
  const hasher = new Hasher();
  const hashes = ['a', 'b', 'c'].map((name) => hasher.hash(file(name)));
  FakeWorker.all[0]!.dispatchEvent(new Event('error'));
  expect(await Promise.all(hashes)).toEqual([null, null, null]);
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true, true]);
  const later = hasher.hash(file('d'));
  FakeWorker.all[2]!.answer();
  expect(await later).toEqual({ sha256: 'd' });
});
