import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { PLATFORM } from './bundle-config.ts';
import type { Graph } from './graph.ts';
import { stageEnv } from './stage-env.ts';

/** Each process has a folder for each stage below it, since test files run concurrently. */
const WORK = '.build/graph';

/** Process whose graphs others read instead of evaluating the same stage themselves: see `shareGraphs`. */
const OWNER = 'ALBUMEN_GRAPHS_OF';

const evaluated = new Map<string, Promise<Graph>>();

/**
 * All resources that a deployment of the stage would request; evaluated once in a process.
 * @throws Error with the message of the configuration or of SST
 */
export function graphOf(stage: string): Promise<Graph> {
  let graph = evaluated.get(stage);
  if (!graph) evaluated.set(stage, (graph = sharedGraph(stage) ?? evaluate(stage, stageEnv())));
  return graph;
}

/** Evaluates these stages for all child processes, as long as this one runs. */
export async function shareGraphs(stages: readonly string[]): Promise<void> {
  await Promise.all(stages.map((stage) => evaluate(stage, stageEnv())));
  process.env[OWNER] = String(process.pid);
}

function sharedGraph(stage: string): Promise<Graph> | undefined {
  const file = join(WORK, `${stage}.${process.env[OWNER]}`, 'graph.json');
  return existsSync(file) ? readFile(file, 'utf8').then((found) => JSON.parse(found) as Graph) : undefined;
}

/** @param env variables of the operator's environment and of `sst secret` */
export async function evaluate(stage: string, env: Readonly<Record<string, string>>): Promise<Graph> {
  if (!existsSync(join(PLATFORM, 'config.d.ts'))) {
    throw new Error('SST is not installed here: npx sst install --stage dev (npm run test:deploy does it)');
  }
  const work = workFolder(stage);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'program.ts'), stage, work], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  const ended = new Promise<number | null>((end) => child.once('close', end));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${stage} cannot be deployed:\n${said}`);
  return JSON.parse(readFileSync(join(work, 'graph.json'), 'utf8')) as Graph;
}

function workFolder(stage: string): string {
  const left = existsSync(WORK)
    ? readdirSync(WORK).filter((folder) => !isRunning(Number(folder.split('.').at(-1))))
    : [];
  for (const folder of left) rmSync(join(WORK, folder), { recursive: true, force: true });
  const work = join(WORK, `${stage}.${process.pid}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  return work;
}

/** Signal 0 only checks whether the process exists. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
