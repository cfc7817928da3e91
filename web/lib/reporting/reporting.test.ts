import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from './reporting.ts';

/** A window that only takes listeners. */
function stubWindow(): EventTarget {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  return target;
}

const failure = (error: Error) => Object.assign(new Event('error'), { error });

describe('errors that nothing has caught', () => {
  it('are reported, but not of a page that is left, until it comes back', () => {
    const page = stubWindow();
    const report = vi.fn();
    onTestFinished(listen(report));
    const [first, whileLeft, after] = [new Error('first'), new Error('left'), new Error('after')];
    page.dispatchEvent(failure(first));
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(failure(whileLeft));
    page.dispatchEvent(new Event('pageshow'));
    page.dispatchEvent(failure(after));
    expect(report.mock.calls).toEqual([[first], [after]]);
  });

  it('are reported no more once reporting has ended', () => {
    const page = stubWindow();
    const report = vi.fn();
    listen(report)();
    page.dispatchEvent(failure(new Error('late')));
    expect(report).not.toHaveBeenCalled();
  });
});
