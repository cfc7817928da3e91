import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEMO_LOGIN, DEMO_STUDIO } from '#local/demo/content.ts';
import type { BrowserWindow } from './support/browser-window.ts';
import { flow } from './support/flow.ts';

/** Pictures of the main screens, `NAME-WIDTH-ENGINE.png`, so that those of the engines are side by side. */
const FOLDER = resolve(import.meta.dirname, '../../.build/screens/engines');

const PUBLIC = {
  landing: '/',
  studio: `/p/${DEMO_STUDIO.slug}`,
  booking: `/p/${DEMO_STUDIO.slug}/book`,
  'sign-in': '/app/auth',
} as const;

const OFFICE = {
  home: '/app',
  clients: '/app/clients',
  scheduling: '/app/scheduling',
  galleries: '/app/galleries',
  'new-gallery': '/app/galleries/new',
  website: '/app/website',
  settings: '/app/settings',
  branding: '/app/settings/branding',
} as const;

/** Waits until nothing of the window loads or moves any more, then saves its picture. */
async function take(window: BrowserWindow, engine: string, name: string): Promise<void> {
  await window.waitFor('the screen', () => {
    const isLoading = document.querySelector('[aria-busy=true], .animate-pulse') !== null;
    const pictures = [...document.images].filter((picture) => {
      const { top, bottom, width } = picture.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    });
    const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
    return (
      !!document.querySelector('h1') &&
      !isLoading &&
      !isMoving &&
      pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
    );
  });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}-${window.options.width}-${engine}.png`), await window.driver.screenshot());
}

flow('takes pictures of the main screens', {}, async (window, engine) => {
  for (const [name, path] of Object.entries(PUBLIC)) {
    await window.goto(path);
    await take(window, engine, name);
  }
  await window.signIn(DEMO_LOGIN);
  for (const [name, path] of Object.entries(OFFICE)) {
    await window.goto(path);
    await take(window, engine, name);
  }
  await window.goto('/app/galleries');
  await window.click('link', /Cap de Creus/);
  await window.waitFor('photos', () => document.querySelectorAll('main [role=group] img').length > 3);
  await take(window, engine, 'gallery');
});
