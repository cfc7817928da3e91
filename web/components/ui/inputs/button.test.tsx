import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WritableProvider } from '#web/lib/sync/writable.ts';
import { Button, IconButton } from './button.tsx';

const isDisabled = (writable: boolean, button: ReactElement) =>
  renderToStaticMarkup(<WritableProvider value={writable}>{button}</WritableProvider>).includes(' disabled=""');

it.each([
  ['Button', <Button key="writes" writes />, <Button key="reads" />, <Button key="off" writes disabled />],
  [
    'IconButton',
    <IconButton key="writes" label="" icon="" writes />,
    <IconButton key="reads" label="" icon="" />,
    <IconButton key="off" label="" icon="" writes disabled />,
  ],
])('disables a %s that writes while Zero refuses writes', (_name, writing, reading, off) => {
  expect([writing, reading, off].map((button) => isDisabled(false, button))).toEqual([true, false, true]);
  expect([writing, reading, off].map((button) => isDisabled(true, button))).toEqual([false, false, true]);
});
