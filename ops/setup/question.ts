import type { RunChild } from '../lib/child.ts';
import type { TargetOptions } from '../lib/database-target.ts';
import type { StageFile } from '../lib/stage-files.ts';

/** Values by name; an optional one that was left out is ''. */
export type Answers = ReadonlyMap<string, string>;

/** Everything outside that an answer is tried on; tests replace it. */
export interface Outside extends TargetOptions {
  stage: string;
  run: RunChild;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Signs in to a mail server. @throws Error with its message */
  signInToMail: (url: string) => Promise<void>;
  /** Returns the name servers of a domain; [] if it has none. */
  nameServers: (domain: string) => Promise<string[]>;
  print: (line: string) => void;
}

/** Tries an answer. @returns a line per problem; an exception counts as one */
export type Trial = (value: string, answers: Answers, outside: Outside) => Promise<string[]>;

/** One value that a stage needs. */
export interface Question {
  name: string;
  /** Name in the environment of a run without a terminal. */
  variable: string;
  /** What it is, and where to get it. */
  about: string;
  file: StageFile;
  /** True if it is not shown while it is typed. */
  hidden: boolean;
  optional: boolean;
  isWellFormed: (value: string) => boolean;
  /** Generates it, or derives it from the answers before it; what it returns is not asked for. */
  generate?: (answers: Answers) => string | undefined;
  /** True if the answers before it make it necessary or possible; always, by default. */
  applies?: (answers: Answers) => boolean;
  trial?: Trial;
}
