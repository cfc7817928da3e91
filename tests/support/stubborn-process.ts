/**
 * A process that ignores SIGTERM and, unless told to fail, never ends: `stubborn-process.ts [fail|answer|FILE]`. It
 * creates the file once it ignores the signal.
 */
import { writeFileSync } from 'node:fs';

process.on('SIGTERM', () => {});
const [mode] = process.argv.slice(2);
if (mode === 'fail') process.exit(3);
if (mode === 'answer') process.send!('done', () => process.exit());
else if (mode) writeFileSync(mode, '');
setInterval(() => {}, 60_000);
