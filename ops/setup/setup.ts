import { awsAccount } from '../lib/aws-text.ts';
import { CommandError } from '../lib/command.ts';
import { reasonOf } from '../lib/reason.ts';
import { readStageFiles, writeStageFiles } from './files.ts';
import type { Answers, Outside, Question } from './question.ts';

/** Asks a person. @returns '' for an optional value that is left out */
export type Ask = (question: Question, problems: readonly string[]) => Promise<string>;

export interface SetupWorld extends Outside {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Secrets that the stage has already. */
  stageSecrets: () => Promise<Answers>;
  /** Undefined without a terminal. */
  ask: Ask | undefined;
  /** Names that are asked for again. */
  again: ReadonlySet<string>;
  /** Checks forms only. */
  untested: boolean;
}

/**
 * Collects all values of a stage: from the environment, from the files of an earlier run, from the stage, or else from a
 * person. Tries each, and writes it before the next, so that a run goes on where the former stopped.
 * @returns all answers
 * @throws CommandError without AWS credentials, and without a terminal naming every value that is missing or refused
 */
export async function setUp(all: readonly Question[], world: SetupWorld): Promise<Answers> {
  const { stage, folder, print } = world;
  if (!world.untested) await requireAccount(world);
  const known = await knownBefore(all, world);
  const answers = new Map<string, string>();
  const open: string[] = [];
  const hidden = () => all.flatMap((question) => (question.hidden ? (answers.get(question.name) ?? []) : []));
  for (const question of all) {
    if (question.applies && !question.applies(answers)) continue;
    const before = world.again.has(question.name) ? undefined : known.get(question.name);
    const answer = await answerTo(question, world.env[question.variable] ?? before, answers, { ...world, hidden });
    if (typeof answer === 'string') answers.set(question.name, answer);
    else if (answer) open.push(...answer.map((problem) => `${question.name}: ${problem}`));
    // Values that are known and not reached yet stay in the files.
    await writeStageFiles(stage, folder, all, new Map([...known, ...answers]));
  }
  if (open.length > 0) throw new CommandError(['Not complete yet:', ...open].join('\n  '));
  print(`All values of "${stage}" are there.`);
  return answers;
}

async function requireAccount({ run, print }: SetupWorld): Promise<void> {
  const found = await awsAccount(run);
  if ('problem' in found) throw new CommandError(found.problem);
  print(`✓ AWS account ${found.account}`);
}

/** Returns the values of earlier runs. A generated one is the stage's: another in a file would end sessions and links. */
async function knownBefore(all: readonly Question[], { stage, folder, stageSecrets }: SetupWorld): Promise<Answers> {
  const [ofStage, ofFiles] = [await stageSecrets(), await readStageFiles(stage, folder)];
  const generated = all.filter(({ name, generate }) => generate && ofStage.get(name));
  return new Map([
    ...ofStage,
    ...ofFiles,
    ...generated.map(({ name }): [string, string] => [name, ofStage.get(name)!]),
  ]);
}

interface Run extends SetupWorld {
  /** Returns the answers that no message may contain. */
  hidden: () => string[];
}

/** Returns the answer; without a terminal the problems, and undefined for an optional value that is not given. */
async function answerTo(
  question: Question,
  given: string | undefined,
  answers: Answers,
  world: Run,
): Promise<string | string[] | undefined> {
  const { name, variable, optional, generate, about } = question;
  let value = given ?? generate?.(answers);
  let problems: string[] = [];
  for (;;) {
    if (value === undefined || (value === '' && !optional)) {
      if (!world.ask) return optional ? undefined : [`is missing (${variable}). ${about}`];
      value = await world.ask(question, problems);
    }
    if (value === '' && optional) return '';
    problems = await problemsOf(question, value, answers, world);
    if (problems.length === 0) {
      world.print(`✓ ${name}`);
      return value;
    }
    if (!world.ask) return problems;
    value = undefined;
  }
}

async function problemsOf(question: Question, value: string, answers: Answers, world: Run): Promise<string[]> {
  if (value !== value.trim() || /[\r\n]/.test(value) || !question.isWellFormed(value)) {
    return [`is not of this form: ${question.about}`];
  }
  if (world.untested || !question.trial) return [];
  const said = await question.trial(value, answers, world).catch((error: unknown) => [reasonOf(error)]);
  const hidden = question.hidden ? [value, ...world.hidden()] : world.hidden();
  return said.map((problem) => withoutValues(problem, hidden));
}

/** Returns another program's output without these values, and without the passwords in them. */
function withoutValues(text: string, values: readonly string[]): string {
  const secrets = values.flatMap((value) => [value, ...passwordIn(value)]).filter((secret) => secret !== '');
  const longestFirst = secrets.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function passwordIn(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : '';
  return [password, decodeURIComponent(password)];
}
