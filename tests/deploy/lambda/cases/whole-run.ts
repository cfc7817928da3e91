import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '#ops/bundle/functions.ts';
import type { Grant } from '../deployed.ts';
import type { Scene } from '../scene.ts';

/** Rights that a role needs although no recorded request uses them. */
const UNSEEN: Readonly<Record<string, string>> = {
  'sqs:ReceiveMessage': 'Lambda fetches the messages of a queue in the name of the function that it feeds',
  'sqs:DeleteMessage': 'as above, when the function has answered',
  'sqs:GetQueueAttributes': 'as above, to know how many there are',
  'logs:CreateLogStream': 'Lambda writes what a function prints in its name',
  'logs:PutLogEvents': 'as above',
};

/** Rights that no case uses; tests/contract covers each. */
const FOR_LATER: readonly { name: string; action: string; on: string }[] = [
  // Deletes objects without a row after a day.
  { name: 'uploads-sweep', action: 's3:DeleteObject', on: 'renditions' },
  // Moves originals with their photos to another gallery.
  { name: 'outbox', action: 's3:GetObject', on: 'originals' },
  { name: 'outbox', action: 's3:PutObject', on: 'originals' },
  // Stores a large rendition that no page asks for, for a day.
  { name: 'transform', action: 's3:PutObjectTagging', on: 'renditions' },
  // Print the studio's logo and heading font, which the scene's studio has not.
  ...['contracts', 'payments', 'portal'].flatMap((name) =>
    ['/fonts/', '/logos/'].map((on) => ({ name, action: 's3:GetObject', on })),
  ),
  // A studio's own domain: CloudFront's tenants and their certificates (tests/contract/domains.test.ts).
  ...['cloudfront:', 'acm:'].map((action) => ({ name: 'outbox', action, on: '' })),
  // The socket, which the gateway of this run does not have (tests/contract/live.test.ts).
  { name: 'live', action: 'sqs:SendMessage', on: 'outbox' },
  { name: 'outbox', action: 'execute-api:ManageConnections', on: '' },
  // A copy of a video without its location that fails on the way.
  { name: 'public-pages', action: 's3:AbortMultipartUpload', on: 'renditions' },
  // Replaces a watermark's image while galleries use it.
  { name: 'watermarks', action: 'sqs:SendMessage', on: 'outbox' },
];
const isForLater = (name: string, { action, resource }: Grant) =>
  FOR_LATER.some((later) => later.name === name && action.startsWith(later.action) && resource.includes(later.on));

/** Errors that cases provoke on purpose. */
const PROVOKED = new Set<string>();

const MIB = 1024 * 1024;

/** `*` matches anything, as in a policy. */
function covers(grant: Grant, { action, resource }: Grant): boolean {
  const [before, after] = grant.resource.split('*');
  const fits = after === undefined ? resource === before : resource.startsWith(before!) && resource.endsWith(after);
  return grant.action === action && fits;
}

const told = ({ action, resource }: Grant) => `${action} on ${resource}`;

/** Checks everything that the previous cases recorded. */
export function wholeRun(current: () => Scene): void {
  const running = (name: string) => current().stage.deployment.functionNamed(name);

  describe('after all cases', () => {
    it.each(FUNCTIONS)('$name was called and used only allowed rights', ({ name }) => {
      const { deployed, used, lambda } = running(name);
      expect(lambda.figures.calls).toBeGreaterThan(0);
      const refused = used.filter((need) => !deployed.grants.some((grant) => covers(grant, need)));
      expect(refused.map(told)).toEqual([]);
    });

    it.each(FUNCTIONS)('$name has no unused rights', ({ name }) => {
      const { deployed, used } = running(name);
      const seen = deployed.grants.filter((grant) => !(grant.action in UNSEEN) && !isForLater(name, grant));
      const idle = seen.filter((grant) => !used.some((need) => covers(grant, need)));
      expect(idle.map(told)).toEqual([]);
    });

    it.each(FUNCTIONS)('$name changed nothing in its folder and had enough memory', ({ name }) => {
      const { deployed, lambda, isUntouched } = running(name);
      expect(isUntouched()).toBe(true);
      expect(lambda.figures.peakBytes / MIB).toBeLessThan(deployed.memoryMb);
    });

    it('no log and no error report contains a secret or row data', () => {
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

    it('every log line is JSON and reports provoked errors only', () => {
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
