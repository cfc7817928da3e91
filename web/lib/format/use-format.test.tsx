import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useFormat } from './use-format.ts';

function Clock() {
  return useFormat({ zone: 'Europe/Madrid' }).time(Date.UTC(2026, 10, 21, 13));
}

it('formats a time on a device whose language Intl refuses', () => {
  vi.stubGlobal('navigator', { languages: ['C'], language: 'C' });
  expect(renderToString(<Clock />)).toBe('14:00');
});
