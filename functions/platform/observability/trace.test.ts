import { describe, expect, it } from 'vitest';
import { currentTrace, mutationTrace, requestTrace, traceStatement, withTrace } from './trace.ts';

const SENT = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the trace of a request', () => {
  it('is the one that the browser sent', () => {
    expect(requestTrace(`00-${SENT}-00f067aa0ba902b7-01`)).toBe(SENT);
  });

  it.each([undefined, '', SENT, `01-${SENT}-00f067aa0ba902b7-01`, `00-${SENT}'; drop-00f067aa0ba902b7-01`])(
    'is new for the header %j',
    (header) => {
      const [one, other] = [requestTrace(header), requestTrace(header)];
      expect(one).toMatch(/^[0-9a-f]{32}$/);
      expect(one).not.toBe(other);
    },
  );
});

it('names a mutation by its client and number, and takes no other letters', () => {
  expect(mutationTrace({ clientID: 'k3j4h5g6f7d8', id: 42 })).toBe('k3j4h5g6f7d8.42');
  expect(mutationTrace({ clientID: "'; drop", id: 1 })).toMatch(/^[0-9a-f]{32}$/);
});

it('is that of the act that runs, also of acts at the same time', async () => {
  expect([currentTrace(), traceStatement()]).toEqual([undefined, '']);
  const seen = await Promise.all(
    ['act-0001', 'act-0002'].map((trace) =>
      withTrace(trace, async () => {
        await Promise.resolve();
        return [currentTrace(), traceStatement()];
      }),
    ),
  );
  expect(seen).toEqual([
    ['act-0001', "set local albumen.trace = 'act-0001'"],
    ['act-0002', "set local albumen.trace = 'act-0002'"],
  ]);
});
