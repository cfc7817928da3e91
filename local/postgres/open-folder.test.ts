import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clusterFolder, programFolder, removeCluster } from './open-folder.ts';

let folder: string;
let shared: string;
let dir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'albumen-open-'));
  shared = join(folder, 'shared');
  dir = join(folder, 'data', 'postgres');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const folderFor = (path: string, isOpen: boolean) => clusterFolder(path, { user: {}, isOpen: () => isOpen, shared });
const note = () => readFileSync(`${dir}.txt`, 'utf8');

describe('clusterFolder', () => {
  it('returns the data folder’s own if the cluster user can enter it', () => {
    expect(folderFor(dir, true)).toBe(dir);
    expect(existsSync(shared)).toBe(false);
    expect(existsSync(`${dir}.txt`)).toBe(false);
  });

  it('otherwise returns another one, the same at every start', () => {
    const cluster = folderFor(dir, false);
    expect(dirname(dirname(cluster))).toBe(shared);
    expect(note().split('\n')[0]).toBe(dirname(cluster));
    expect(folderFor(dir, false)).toBe(cluster);
    expect(folderFor(dir, true)).toBe(cluster);
    for (const open of [shared, dirname(cluster)]) expect(statSync(open).mode & 0o777).toBe(0o711);
  });

  it('moves an existing cluster there', () => {
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'PG_VERSION'), '17\n');
    expect(readFileSync(join(folderFor(dir, false), 'PG_VERSION'), 'utf8')).toBe('17\n');
    expect(existsSync(dir)).toBe(false);
  });

  it('follows a moved data folder, and refuses a copied one', () => {
    const cluster = folderFor(dir, false);
    const moved = join(folder, 'moved');
    renameSync(dirname(dir), moved);
    expect(folderFor(join(moved, 'postgres'), false)).toBe(cluster);
    cpSync(moved, dirname(dir), { recursive: true });
    expect(() => folderFor(dir, false)).toThrow(/is a copy of .*moved/);
    removeCluster(dir, shared);
    expect(existsSync(dirname(cluster))).toBe(true);
    expect(folderFor(dir, false)).not.toBe(cluster);
  });

  it('is removed with the data folder', () => {
    const cluster = folderFor(dir, false);
    removeCluster(dir, shared);
    expect(existsSync(dirname(cluster))).toBe(false);
    expect(existsSync(`${dir}.txt`)).toBe(false);
  });

  it('refuses a missing folder, and a note that leads elsewhere', () => {
    const cluster = folderFor(dir, false);
    rmSync(dirname(cluster), { recursive: true });
    expect(() => folderFor(dir, false)).toThrow(/is gone/);
    const stranger = join(folder, 'database-stranger');
    mkdirSync(stranger);
    for (const path of [stranger, `${shared}/../database-stranger`, '']) {
      writeFileSync(`${dir}.txt`, `${path}\n`);
      expect(() => folderFor(dir, false)).toThrow(/names no folder/);
      expect(() => removeCluster(dir, shared)).toThrow(/names no folder/);
    }
    expect(existsSync(stranger)).toBe(true);
  });

  it('refuses a folder that others can write', () => {
    mkdirSync(shared);
    chmodSync(shared, 0o777);
    expect(() => folderFor(dir, false)).toThrow(/nobody else can write/);
  });
});

describe('programFolder', () => {
  const programs = (isOpen: boolean) =>
    programFolder(join(folder, 'native'), 'bin/run', 'run-1', { user: {}, isOpen: () => isOpen, shared });
  beforeEach(() => {
    mkdirSync(join(folder, 'native/bin'), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'native/bin/run'), 'one', { mode: 0o700 });
    writeFileSync(join(folder, 'native/read-me'), 'two', { mode: 0o600 });
  });

  it('returns the folder itself if the cluster user can run its programs', () => {
    expect(programs(true)).toBe(join(folder, 'native'));
    expect(existsSync(shared)).toBe(false);
  });

  it('otherwise copies it once, readable and executable for all', () => {
    const copy = programs(false);
    expect(copy).toBe(join(shared, 'run-1'));
    expect(statSync(join(copy, 'bin/run')).mode & 0o777).toBe(0o755);
    expect(statSync(join(copy, 'read-me')).mode & 0o777).toBe(0o644);
    const { ino } = statSync(join(copy, 'bin/run'));
    expect(statSync(join(programs(false), 'bin/run')).ino).toBe(ino);
  });
});
