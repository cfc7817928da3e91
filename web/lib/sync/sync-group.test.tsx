import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { replicaKeys, syncGroupsKey, useSyncGroup } from './sync-group.ts';

/** The group of a window that opens, and whether another one serves its studio. */
function Opened({ syncGroups }: { syncGroups: number[] }) {
  const { group, follow } = useSyncGroup('ana', { id: 'studio', syncGroups });
  return `${group} ${follow ? 'may follow' : 'is served'}`;
}

afterEach(() => void vi.unstubAllGlobals());

function used(...groups: number[]) {
  const kept = new Map([[syncGroupsKey('ana', 'studio'), JSON.stringify(groups)]]);
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
}

test.each([
  ['begins in the group that serves its studio', [], [1, 0], '1 is served'],
  ['stays in the group that it was in, while that has the studio', [0], [1, 0], '0 may follow'],
  ['leaves a group that no longer has the studio', [0], [1], '1 is served'],
  ['stays in the latest of several', [0, 1], [1, 0], '1 is served'],
])('a window %s', (_name, groups, syncGroups, opened) => {
  used(...groups);
  expect(renderToStaticMarkup(<Opened syncGroups={syncGroups} />)).toBe(opened);
});

test('the replicas of a studio are those of all groups that it was in, and the first', () => {
  used(1, 12);
  expect(replicaKeys('ana', 'studio')).toEqual(['studio', 'studio-1', 'studio-12']);
});
