import { readStored, writeStored } from './storage.ts';

/**
 * Imports a part of the page, and once more if that fails. The second time it has another address: browsers remember a
 * failed import until the page is reloaded. The error names the address; Safari's does not, and it is read from the
 * function, which the build has left as `import("./name.js")`, relative to the folder of all scripts.
 * A script that this browser cannot parse shows the notice of old browsers (public/theme.js).
 */
export async function importTwice<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof SyntaxError) dispatchEvent(new Event('unsupported'));
    const url = failedAddress(error, load, location.origin);
    if (!url) throw error;
    return (await import(/* @vite-ignore */ `${url}?retry=${Date.now()}`)) as M;
  }
}

/** Returns the address of a script that failed to load; null if neither error nor function names it. */
export function failedAddress(error: unknown, load: () => Promise<unknown>, origin: string): string | null {
  const [named] = /https?:\S+\.js/.exec(String(error)) ?? [];
  const [, , name] = /import\((['"`])\.\/([^'"`]+\.js)\1\)/.exec(String(load)) ?? [];
  return named ?? (name ? `${origin}/assets/${name}` : null);
}

/** Storage key of the time of this window's last reload, and the minimum time between two, in milliseconds. */
const RELOADED_KEY = 'outdated-reload';
const RELOAD_GAP_MS = 60_000;

/**
 * Reloads a page that is older than the deployment once one of its parts is missing, unless the visitor has entered or
 * selected something: the part's own note then offers to retry. Vite reports failed imports as `vite:preloadError`.
 * The new page has the new parts. Where an edge still serves the old page, it is reloaded once a minute at most.
 */
export function reloadOutdatedPage(): void {
  // The address of the document, which that of a later screen may not be.
  const { pathname } = location;
  addEventListener('vite:preloadError', () => {
    void isOutdated(pathname).then((outdated) => outdated && !hasInput() && reloadOnce());
  });
}

function reloadOnce(): void {
  const at = Number(readStored(RELOADED_KEY, 'window') ?? 0);
  if (Math.abs(Date.now() - at) < RELOAD_GAP_MS) return;
  writeStored(RELOADED_KEY, Date.now(), 'window');
  // Where storage is refused nothing would end a loop: the part's own note offers the reload.
  if (readStored(RELOADED_KEY, 'window') !== null) location.reload();
}

/** True if the server's page no longer loads the script of this one; false offline. */
async function isOutdated(pathname: string): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  const response = await fetch(pathname, { cache: 'no-store' }).catch(() => null);
  return Boolean(script && response?.ok && !(await response.text()).includes(script));
}

/** True if a text field is filled or something is checked. */
function hasInput(): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return (
    fields.some((field) =>
      field.type === 'checkbox' ? field.matches(':checked') : field.type !== 'radio' && field.value !== '',
    ) || document.querySelector('[role="checkbox"][aria-checked="true"]') !== null
  );
}
