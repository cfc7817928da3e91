import { consoleLogSink, type LogSink } from '@rocicorp/logger';

/**
 * Returns the log of a Zero store, which writes to the console as Zero's own does, and remembers the kind of the
 * server's latest error: Zero 1.9 tells it to no callback and in no state.
 */
export function createZeroLog(): { sink: LogSink; latestKind: () => string | null } {
  let kind: string | null = null;
  return {
    sink: {
      log(level, context, ...args: unknown[]) {
        kind = args.map(kindOf).find((one) => one !== null) ?? kind;
        consoleLogSink.log(level, context, ...args);
      },
    },
    latestKind: () => kind,
  };
}

/** Returns the kind of a `ProtocolError`, which Zero does not export. */
function kindOf(value: unknown): string | null {
  return value instanceof Error && value.name === 'ProtocolError' && 'kind' in value ? String(value.kind) : null;
}
