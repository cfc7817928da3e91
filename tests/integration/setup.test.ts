import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAt, signInToMail } from '#ops/setup/questions.ts';
import type { Outside, Question } from '#ops/setup/question.ts';
import { TRIALS } from '#ops/setup/trials.ts';
import { createBareDatabase, type TestDatabase } from '../support/database.ts';

const nothing = (): Promise<never> => Promise.reject(new Error('nothing else is asked'));
const outside: Outside = {
  stage: 'dev',
  run: nothing,
  fetch: nothing,
  signInToMail,
  nameServers: nothing,
  print: () => undefined,
};

describe('the trial of a database', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await createBareDatabase()));
  afterAll(() => database.drop());

  it.each(['DatabaseUrl', 'DatabaseDirectUrl'])('accepts a new project’s %s', async (name) => {
    expect(await TRIALS[name]!(database.url, new Map(), outside)).toEqual([]);
  });

  it.each(['DatabaseUrl', 'DatabaseDirectUrl'])('refuses %s with a wrong password', async (name) => {
    const url = new URL(database.url);
    url.password = 'hunter2-hunter2';
    const trying = TRIALS[name]!(url.href, new Map(), outside);
    await expect(trying).rejects.toThrow(/password authentication failed/);
  });
});

describe('the trial of a mail service', () => {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'user' }) : done(new Error('Invalid username or password')),
  });
  let at: string;
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    at = `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise<void>((done) => server.close(done)));

  it('signs in, and names a refusal', async () => {
    expect(await TRIALS['MailUrl']!(`smtp://user:right@${at}`, new Map(), outside)).toEqual([]);
    await expect(TRIALS['MailUrl']!(`smtp://user:wrong@${at}`, new Map(), outside)).rejects.toThrow(/Invalid username/);
  });
});

describe('a question at a terminal', () => {
  /** Types an answer; returns it as the command gets it, and everything that the terminal showed. */
  async function typed(text: string, over: Partial<Question>) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    output.setEncoding('utf8').on('data', (part: string) => (shown += part));
    const question = { name: 'MailUrl', about: 'The mail service', hidden: true, optional: false, ...over } as Question;
    const asking = askAt({ input, output })(question, ['is refused']);
    input.write(text);
    return { answer: await asking.catch((error: Error) => error.message), shown: () => shown };
  }

  it('hides a secret, and says what is asked and why again', async () => {
    const { answer, shown } = await typed(' hunter2\n', {});
    expect(answer).toBe('hunter2');
    for (const part of ['The mail service', 'is refused', 'MailUrl', '*******']) expect(shown()).toContain(part);
    expect(shown()).not.toContain('hunter2');
  });

  it('shows what everybody may know, and takes nothing for an answer', async () => {
    const { answer, shown } = await typed('\n', { hidden: false, optional: true, name: 'MailFrom' });
    expect(answer).toBe('');
    expect(shown()).toContain('Enter leaves it out.');
  });

  it('is stopped by Ctrl-C without a stack', async () => {
    const { answer } = await typed('\u0003', {});
    expect(answer).toBe('Stopped. What was answered is kept: run it again to go on.');
  });
});
