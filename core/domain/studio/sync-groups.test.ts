import { expect, it } from 'vitest';
import {
  formatSyncGroups,
  groupsOf,
  isServing,
  ONE_GROUP,
  parseSyncGroups,
  publicationOf,
  zeroSchemaOf,
} from './sync-groups.ts';

it('one group has all studios, under the names from before there were groups', () => {
  const groups = parseSyncGroups(ONE_GROUP);
  expect(groups.map(publicationOf)).toEqual(['zero_studio']);
  expect(zeroSchemaOf(0)).toBe('zero_0');
  for (const bucket of [0, 17, 31]) expect(groupsOf(groups, bucket)).toEqual([0]);
});

it('the first group that has a bucket serves it, and others follow', () => {
  const moving = parseSyncGroups('0:0-31 1:0-15 2:16-31');
  expect([0, 15, 16, 31].map((bucket) => groupsOf(moving, bucket))).toEqual([
    [0, 1],
    [0, 1],
    [0, 2],
    [0, 2],
  ]);
  expect(groupsOf(parseSyncGroups('1:0-15 2:16-31 0:0-31'), 16)).toEqual([2, 0]);
});

it.each([
  ['0:0-31', [true]],
  // Before its studios move to it, while the last of them do, and after they have.
  ['0:0-31 1:0-15 2:16-31', [true, false, false]],
  ['1:0-15 0:0-31 2:16-31', [true, true, false]],
  ['1:0-15 2:16-31 0:0-31', [true, true, false]],
])('of the groups %j those that are first for a bucket serve studios', (text, serving) => {
  const groups = parseSyncGroups(text);
  expect(groups.map((group) => isServing(group, groups))).toEqual(serving);
});

it('groups are written as they are read', () => {
  const text = '0:0-31 1:0-15 12:16-31';
  expect(formatSyncGroups(parseSyncGroups(text))).toBe(text);
});

it('a group replicates the publication of its buckets, under a schema of its own', () => {
  const [, few] = parseSyncGroups('3:0-28 12:29-31');
  expect(publicationOf(few!)).toBe('zero_buckets_29_31');
  expect(zeroSchemaOf(few!.number)).toBe('zero_12_0');
});

it.each(['', '0', '0:0-32', '1:16-15 2:0-31', '1:0-15 1:16-31', '1:0-15 2:17-31', '0:0-31  1:0-3'])(
  'refuses %j',
  (text) => {
    expect(() => parseSyncGroups(text)).toThrow(/group/);
  },
);
