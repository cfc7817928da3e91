import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNoun } from './noun-name.ts';
import { nextTimestamp, planNoun } from './plan.ts';
import { registrationsOf } from './registrations.ts';

const ROOT = resolve(import.meta.dirname, '../..');
// A noun that no studio has: the tree may get the others.
const lighthouses = readNoun('lighthouses');

describe('a noun planned for this tree', () => {
  const changes = planNoun(ROOT, lighthouses);
  const created = changes.filter(({ isNew }) => isNew);
  const edited = changes.filter(({ isNew }) => !isNew);

  it('has a file for each template, at most twenty with the edited ones and the schema’s hashes', () => {
    expect(created).toHaveLength(
      globSync('**/*.template', { cwd: new URL('templates', import.meta.url).pathname }).length,
    );
    expect(changes.length).toBeLessThan(20);
    expect(created.map(({ path }) => path)).toContain('core/zero/tables/lighthouses.ts');
  });

  it('keeps nothing of the templates’ name', () => {
    for (const { path, text } of created) expect(path + text).not.toMatch(/example.?noun|\.template/i);
  });

  it('adds each line to a list, and changes nothing else', () => {
    const lines = registrationsOf(lighthouses);
    expect(new Set(lines.map(({ file }) => file))).toEqual(new Set(edited.map(({ path }) => path)));
    for (const { path, text } of edited) {
      const added = lines.filter(({ file }) => file === path).map(({ line }) => line);
      const now = text.split('\n');
      for (const line of added) expect(now.filter((one) => one === line)).toHaveLength(1);
      expect(now.filter((line) => !added.includes(line)).join('\n')).toBe(readFileSync(`${ROOT}/${path}`, 'utf8'));
    }
  });

  it('has a migration that is later than all others', () => {
    const made = created.find(({ path }) => path.endsWith('.sql'))!.path;
    const others = globSync('supabase/migrations/*.sql', { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
    expect([...others, made].toSorted().at(-1)).toBe(made);
  });

  it('is refused if the tree has it', () => {
    expect(() => planNoun(ROOT, readNoun('locations'))).toThrow('exists already');
    expect(() => planNoun(ROOT, readNoun('outboxes', 'outbox'))).not.toThrow();
    // Tables of the server, which have no files of their own.
    expect(() => planNoun(ROOT, readNoun('slot-holds'))).toThrow('makes slot_holds already');
    expect(() => planNoun(ROOT, readNoun('studios'))).toThrow('studioQueries');
  });
});

describe('nextTimestamp', () => {
  const now = new Date('2026-11-26T08:30:00Z');

  it('is the time, if all migrations are earlier', () => {
    expect(nextTimestamp(['20261101000300_settings.sql'], now)).toBe('20261126083000');
  });

  it('is a minute after the last migration, if that is later', () => {
    expect(nextTimestamp(['20261201135959_last.sql', '20261101000300_settings.sql'], now)).toBe('20261201140059');
  });
});
