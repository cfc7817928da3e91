import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Knows every process group, so that none survives the supervisor, even if that is killed. */
export interface Reaper {
  started(group: number, signal: NodeJS.Signals): void;
  ended(group: number): void;
  close(): void;
}

/** Starts the reaper: a shell, which needs the least memory, in its own group, so that Ctrl-C does not reach it. */
export function startReaper(lockFile: string): Reaper {
  const script = join(import.meta.dirname, 'reaper.sh');
  const shell = spawn('sh', [script, lockFile, String(process.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.on('error', () => console.error('Without a shell (sh) nothing ends the services if this process is killed.'));
  shell.stdin.on('error', () => {});
  shell.unref();
  const tell = (line: string) => shell.stdin.writable && shell.stdin.write(`${line}\n`);
  return {
    started: (group, signal) => tell(`+ ${group} ${signal.replace('SIG', '')}`),
    ended: (group) => tell(`- ${group}`),
    close: () => shell.stdin.end(),
  };
}
