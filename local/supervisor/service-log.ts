import { createWriteStream, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Size above which the log of earlier starts is moved aside. */
const MAX_BYTES = 5 * 1024 * 1024;
/** Longer than a stack trace of Node, whose first line is the reason. */
const TAIL_LINES = 40;
const REASON = /\b(\w*error|fatal|panic|cannot|could not|refused|denied)\b/i;

export interface ServiceLog {
  file: string;
  /** Writes an output to the log; lines that match `worthShowing` also go to the terminal. */
  follow(output: Readable, worthShowing: RegExp, onLine?: (line: string) => void): void;
  /** Returns the last line that explains the end, without indented lines (stacks). */
  reason(): string;
  note(text: string): void;
}

export function openLog(dataDir: string, name: string): ServiceLog {
  const file = join(dataDir, 'logs', `${name}.log`);
  putAside(file);
  const stream = createWriteStream(file, { flags: 'a' });
  // A full disk must not end the supervisor.
  stream.on('error', () => {});
  const last: string[] = [];
  const write = (line: string) => {
    stream.write(`${line}\n`);
    if (last.push(line) > TAIL_LINES) last.shift();
  };
  return {
    file,
    follow(output, worthShowing, onLine) {
      createInterface({ input: output }).on('line', (line) => {
        write(line);
        onLine?.(line);
        if (worthShowing.test(line)) console.error(`[${name}] ${line}`);
      });
    },
    reason() {
      const said = last.filter((line) => /^\S/.test(line));
      return said.findLast((line) => REASON.test(line)) ?? said.at(-1) ?? 'it says nothing';
    },
    note: (text) => write(`${new Date().toISOString()} ${text}`),
  };
}

function putAside(file: string): void {
  try {
    if (statSync(file).size > MAX_BYTES) renameSync(file, `${file}.old`);
  } catch {
    // The first start has no log yet.
  }
}
