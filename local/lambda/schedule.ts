import { randomUUID } from 'node:crypto';
import type { ScheduledEvent } from 'aws-lambda';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { ScheduledFunction } from './functions.ts';
import { invoke } from './invoke.ts';

const TIMEOUT_MS = MINUTE_MS;

/**
 * Invokes each function at its rate without overlap: a run longer than its interval skips turns, as with a reserved
 * concurrency of one.
 * @returns a function that stops the schedule and waits for running invocations
 */
export function startSchedule(functions: readonly ScheduledFunction[]): () => Promise<void> {
  const stops = functions.map(startOne);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function startOne({ name, handler, everyMs, timeoutMs = TIMEOUT_MS }: ScheduledFunction): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const turn = () => {
    running ??= invoke({ functionName: name, handler, timeoutMs }, scheduledEvent(name))
      .catch((error: unknown) => console.error(error))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(turn, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function scheduledEvent(name: string): ScheduledEvent {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: '000000000000',
    time: new Date().toISOString(),
    region: 'local',
    resources: [`arn:aws:events:local:000000000000:rule/${name}`],
    detail: {},
  };
}
