import { afterEach, expect, it, vi } from 'vitest';
import { leavePage } from './leave-page.ts';

afterEach(() => void vi.unstubAllGlobals());

it('reports that Back restored the page, not that the page itself has loaded', () => {
  const page = new EventTarget();
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const onReturn = vi.fn();
  leavePage('https://pay.test/1', onReturn);
  expect(assign).toHaveBeenCalledWith('https://pay.test/1');
  show(false);
  expect(onReturn).not.toHaveBeenCalled();
  show(true);
  show(true);
  expect(onReturn).toHaveBeenCalledOnce();
});
