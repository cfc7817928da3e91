import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './root.ts';
import { PORT_COUNT } from './ports.ts';
import { StartError } from './start-error.ts';

export interface Arguments {
  help: boolean;
  port: number;
  dataDir: string;
  reset: boolean;
  demo: boolean;
}

export const HELP = `Starts Albumen on this machine: npm start -- [options]

  --port N    where it is served; the ${PORT_COUNT - 1} ports above it are used too   (4300)
  --data DIR  where everything is kept between starts                   (.data)
  --reset     forget what is kept there and start over
  --no-demo   do not make the demo studio
  --help      this text

Ctrl-C ends it.`;

/** @throws StartError for options that the help text does not name */
export function parseArguments(argv: readonly string[]): Arguments {
  const values = parse(argv);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  const highest = 65_536 - PORT_COUNT;
  if (!(port >= 1024 && port <= highest)) throw new StartError(`--port must be a number from 1024 to ${highest}.`);
  return {
    help: values.help,
    port,
    dataDir: resolve(ROOT, values.data),
    reset: values.reset,
    demo: !values['no-demo'],
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', default: false },
        port: { type: 'string', default: '4300' },
        data: { type: 'string', default: '.data' },
        reset: { type: 'boolean', default: false },
        'no-demo': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}
