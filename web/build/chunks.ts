import type { Rolldown } from 'vite';

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

/** Chunks of the back office, which neither the clients' pages nor the sign-in page may load at first. */
export const OFFICE_CHUNKS = ['office', 'account-parts', 'screen-parts', 'section-parts'] as const;

/** Packages whose index imports hundreds of modules without side effects: only those named by an import count. */
const INDEXES = ['lucide-react', 'radix-ui'];

/** The module with the auth client, which the sign-in page loads once its form answers. */
export const AUTH_CLIENT = 'lib/auth/auth-client.ts';

const known = new Map<string, ReadonlySet<string>>();

/**
 * Names the chunk of a module that the sign-in page imports: `shared-parts` for what the first script of clients' pages
 * has, too, `form-parts` for what these pages load later, `auth` for the rest, which the back office has as well, and
 * `auth-client` for what a submitted form waits for.
 */
export function signInChunk(
  id: string,
  modules: Modules,
): 'shared-parts' | 'form-parts' | 'auth' | 'auth-client' | null {
  // Vite adds its helper to every module with a dynamic import, after the imports are known; all icons share a factory.
  if (/vite\/preload-helper|browser[\\/]zod-without-eval|lucide-react[\\/](?!.*[\\/]icons[\\/])/.test(id))
    return 'shared-parts';
  const reaches = (root: string, imports: 'static' | 'all') => reachOf(root, imports, modules).has(id);
  if (!reaches('sign-in.html', 'static')) return reaches(AUTH_CLIENT, 'static') ? 'auth-client' : null;
  if (reaches('index.html', 'static')) return 'shared-parts';
  return reaches('index.html', 'all') ? 'form-parts' : 'auth';
}

/**
 * Names the chunk of a module that several parts of the back office share. By default each combination of parts has a
 * chunk of its own, and the back office would load eighty, most of them smaller than the headers of their requests.
 * Modules of clients' pages and websites stay in the default's chunks: these pages load what they need and nothing else.
 */
export function officeChunk(id: string, modules: Modules): (typeof OFFICE_CHUNKS)[number] | null {
  const reaches = (root: string, imports: 'static' | 'all') => reachOf(root, imports, modules).has(id);
  if (reaches('site.html', 'all') || reaches('index.html', 'all')) return null;
  if (reaches('app.html', 'static')) return 'office';
  if (!reaches('app.html', 'all')) return null;
  // What a new studio's first screen waits for, and then what the list of galleries does, comes without the others' parts.
  if (reaches('app/account-screens.tsx', 'static')) return 'account-parts';
  return reaches('app/routes/galleries.tsx', 'static') ? 'screen-parts' : 'section-parts';
}

/** Icons, components and helpers of the browser: small, and used everywhere. */
const SMALL = /lucide-react[\\/]|web[\\/](components|lib[\\/]browser)[\\/]/;

/**
 * Names the chunk of a module that the back office has at first and clients' pages have later. By default there would be
 * sixty, most of them smaller than the headers of their requests. Schemas and overlays are apart, so that a part of a
 * client's page that needs neither loads neither.
 */
export function sharedChunk(id: string, modules: Modules): 'schema-parts' | 'overlay-parts' | 'small-parts' | null {
  const reaches = (root: string, imports: 'static' | 'all') => reachOf(root, imports, modules).has(id);
  if (!reaches('app.html', SMALL.test(id) ? 'all' : 'static') || !reaches('index.html', 'all')) return null;
  if (reaches('index.html', 'static') || reaches('site.html', 'all')) return null;
  const needs = (packages: RegExp) => [...imported(id, modules, 'static')].some((one) => packages.test(one));
  if (needs(/node_modules[\\/]zod[\\/]/)) return 'schema-parts';
  const isOverlay = /node_modules/.test(id) && !SMALL.test(id);
  return isOverlay || needs(/node_modules[\\/]@radix-ui[\\/]/) ? 'overlay-parts' : 'small-parts';
}

/** Names the chunk of the modules of clients' pages that the first script imports; by default there would be a dozen. */
export function pageChunk(id: string, modules: Modules): 'page-parts' | null {
  return reachOf('index.html', 'static', modules).has(id) ? 'page-parts' : null;
}

/** Modules that a module of `web` imports. */
function reachOf(root: string, imports: 'static' | 'all', modules: Modules): ReadonlySet<string> {
  const key = `${root} ${imports}`;
  const reach =
    known.get(key) ?? imported(decodeURIComponent(new URL(`../${root}`, import.meta.url).pathname), modules, imports);
  known.set(key, reach);
  return reach;
}

function imported(root: string, modules: Modules, imports: 'static' | 'all'): Set<string> {
  const seen = new Set([root]);
  for (const id of seen) {
    const info = modules.getModuleInfo(id);
    for (const next of info?.importedIds ?? []) {
      const index = INDEXES.find((name) => new RegExp(`node_modules[\\\\/]${name}[\\\\/]`).test(next));
      const isThrough = index && !id.includes('node_modules');
      for (const each of isThrough ? named(index, info?.code ?? '', modules.getModuleInfo(next)) : [next])
        seen.add(each);
    }
    if (imports === 'all') for (const next of info?.dynamicallyImportedIds ?? []) seen.add(next);
  }
  return seen;
}

/** Modules behind an index that the code imports by name: `ArrowUp` is in `…/arrow-up.mjs`, `Dialog` in `…/react-dialog/…`. */
function named(index: string, code: string, info: Rolldown.ModuleInfo | null): string[] {
  const names = [...code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${index}["']`, 'g'))]
    .flatMap(([, list]) => list!.split(','))
    .map((name) => name.trim().split(' ')[0]!)
    .map((name) => name.replace(/([a-z0-9])([A-Z])|([a-z])([0-9])/g, '$1$3-$2$4').toLowerCase());
  return (info?.importedIds ?? []).filter((id) =>
    names.some((name) => id.includes(`/${name}.mjs`) || id.includes(`react-${name}/`)),
  );
}
