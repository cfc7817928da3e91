/** A process that ignores SIGTERM and, unless told to fail, never ends: `stubborn-process.ts [fail|answer]`. */
process.on('SIGTERM', () => {});
const [mode] = process.argv.slice(2);
if (mode === 'fail') process.exit(3);
if (mode === 'answer') process.send!('done', () => process.exit());
setInterval(() => {}, 60_000);
