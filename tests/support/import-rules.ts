import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const ROOMS = ['core', 'functions', 'local', 'ops', 'stacks', 'tools', 'web', 'tests'];

export interface Cruise {
  violations: { rule: string; from: string; to: string }[];
  /** Number of modules seen: without a parser dependency-cruiser sees none and reports no violation. */
  modules: number;
}

interface Report {
  summary: { totalCruised: number; violations: { rule: { name: string }; from: string; to: string }[] };
}

/** Checks the import rules in all sources, or in `paths`. */
export function cruise(paths: readonly string[] = ROOMS, cwd = ROOT): Cruise {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      resolve(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      resolve(ROOT, '.dependency-cruiser.mjs'),
      '--output-type',
      'json',
      ...paths,
    ],
    { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(`dependency-cruiser said nothing: ${stderr}`);
  const { summary } = JSON.parse(stdout) as Report;
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
