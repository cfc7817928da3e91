import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import type { Grant } from '../deployed.ts';
import type { Scene } from '../scene.ts';

/** Rights that a role needs and no request of its function shows. */
const UNSEEN: Readonly<Record<string, string>> = {
  'sqs:ReceiveMessage': 'Lambda fetches the messages of a queue in the name of the function that it feeds',
  'sqs:DeleteMessage': 'as above, when the function has answered',
  'sqs:GetQueueAttributes': 'as above, to know how many there are',
  'logs:CreateLogStream': 'Lambda writes what a function prints in its name',
  'logs:PutLogEvents': 'as above',
};

/** And those that no chapter's story needs; tests/contract has each. */
const FOR_LATER: readonly { name: string; action: string; on: string }[] = [
  // What no row names is removed when it is a day old.
  { name: 'uploads-sweep', action: 's3:DeleteObject', on: 'renditions' },
  // Photos that move to another gallery take their originals along.
  { name: 'outbox', action: 's3:GetObject', on: 'originals' },
  { name: 'outbox', action: 's3:PutObject', on: 'originals' },
  // A mark's new picture, while galleries bear the mark.
  { name: 'watermarks', action: 'sqs:SendMessage', on: 'outbox' },
];
const isForLater = (name: string, { action, resource }: Grant) =>
  FOR_LATER.some((later) => later.name === name && later.action === action && resource.includes(later.on));

/** What is logged as an error because of something that a chapter did on purpose. */
const PROVOKED = new Set<string>();

const MIB = 1024 * 1024;

/** `*` stands for anything, as in a policy. */
function covers(grant: Grant, { action, resource }: Grant): boolean {
  const [before, after] = grant.resource.split('*');
  const fits = after === undefined ? resource === before : resource.startsWith(before!) && resource.endsWith(after);
  return grant.action === action && fits;
}

const told = ({ action, resource }: Grant) => `${action} on ${resource}`;

/** Looks back at everything that the chapters before it did. */
export function wholeRun(current: () => Scene): void {
  const running = (name: string) => current().stage.deployment.functionNamed(name);

  describe('after all this', () => {
    it.each(FUNCTIONS)('$name was called, and asked for nothing that it may not', ({ name }) => {
      const { deployed, used, lambda } = running(name);
      expect(lambda.figures.calls).toBeGreaterThan(0);
      const refused = used.filter((need) => !deployed.grants.some((grant) => covers(grant, need)));
      expect(refused.map(told)).toEqual([]);
    });

    it.each(FUNCTIONS)('$name may do nothing that it never does', ({ name }) => {
      const { deployed, used } = running(name);
      const seen = deployed.grants.filter((grant) => !(grant.action in UNSEEN) && !isForLater(name, grant));
      const idle = seen.filter((grant) => !used.some((need) => covers(grant, need)));
      expect(idle.map(told)).toEqual([]);
    });

    it.each(FUNCTIONS)('$name changed nothing in its folder, and had memory enough', ({ name }) => {
      const { deployed, lambda, isUntouched } = running(name);
      expect(isUntouched()).toBe(true);
      expect(lambda.figures.peakBytes / MIB).toBeLessThan(deployed.memoryMb);
    });

    it('no log and no report of an error tells a secret or what is in a row', () => {
      const { functions, errorReports } = current().stage.deployment;
      const words = current().stage.unloggable();
      const texts = [
        ...functions.map((one) => [one.deployed.name, one.output()] as const),
        ['error reports', errorReports.bodies.join('\n')] as const,
      ];
      const told = texts.flatMap(([name, text]) => words.filter((word) => text.includes(word)).map(() => name));
      expect([...new Set(told)]).toEqual([]);
      expect(words.length).toBeGreaterThan(10);
    });

    it('every line of every log is JSON, and none tells of an error that was not provoked', () => {
      const lines = current().stage.deployment.functions.flatMap(({ deployed, output }) =>
        output()
          .split('\n')
          .filter(Boolean)
          .map((line) => ({ from: deployed.name, ...(JSON.parse(line) as { level?: string; event?: string }) })),
      );
      const errors = lines.filter(({ level = '' }) => level.toLowerCase() === 'error');
      expect(errors.filter(({ event = '' }) => !PROVOKED.has(event))).toEqual([]);
      expect(lines.length).toBeGreaterThan(0);
    });
  });
}
