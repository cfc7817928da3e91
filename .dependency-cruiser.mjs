/** Which module may import which. tests/contract/import-rules.test.ts applies the rules and plants violations of them. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed },
});

/**
 * The folders of `functions/`, each above all that it may import: it uses lower floors, and never a folder of its own floor
 * or of a higher one. So no two folders import each other, and there is no circle of folders.
 */
export const FLOORS = [
  ['platform'],
  // Rows that request effects, and what imports no noun.
  ['calendar', 'edge', 'outbox', 'public-studio'],
  // What others store, send and owe.
  ['checkouts', 'fonts', 'mails', 'photos'],
  ['uploads'],
  ['images', 'notices', 'notifications', 'security', 'status', 'watermarks'],
  ['domains', 'galleries', 'logos', 'members', 'plans'],
  ['archives', 'insights', 'receipts', 'site'],
  ['contracts', 'payments'],
  // What combines them.
  ['accounts', 'automations', 'sessions'],
  ['leads', 'me', 'messages', 'operators', 'portal', 'proofing'],
  ['booking', 'customers', 'live'],
  ['proposals'],
  ['page', 'signing', 'stripe', 'zero'],
  ['integrations'],
  // What runs all of them.
  ['jobs'],
  ['entries'],
];

/** The folders of `web/features/public/`, which hold the pages of clients and visitors, likewise. */
export const PUBLIC_FLOORS = [
  ['shell'],
  ['booking', 'invite', 'photos'],
  ['downloads', 'guest-upload', 'portal', 'proofing', 'proposal', 'studio'],
  ['lightbox'],
  ['gallery'],
];

/** One rule for each floor. Tests of a folder may use more. @param root of the folders, with a slash */
const useLowerFloors = (name, root, floors) =>
  floors.map((floor, index) => ({
    name,
    severity: 'error',
    from: { path: `^${root}(${floor.join('|')})/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `^${root}`, pathNot: `^${root}(${['$1', ...floors.slice(0, index).flat()].join('|')})/` },
  }));

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    only('domain-stands-alone', '^core/domain/', [
      '^core/domain/',
      '(^|/)node_modules/(zod|temporal-polyfill)/',
      '^locales/',
    ]),
    {
      name: 'core-knows-domain-only',
      severity: 'error',
      from: { path: '^core/(zero|api)/([^/]+)', pathNot: '\\.test\\.ts$' },
      to: { path: '^(core/(zero|api)|functions|web|local|ops|stacks|tests)/', pathNot: '^core/$1/' },
    },
    {
      name: 'web-knows-core-only',
      severity: 'error',
      from: { path: '^web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(functions|stacks|local|ops|tests)/' },
    },
    {
      name: 'web-runs-in-browsers',
      severity: 'error',
      from: { path: '^(web|core)/', pathNot: '^web/build/|\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'feature-not-feature',
      severity: 'error',
      // Routes of `web/app` combine features.
      from: { path: '^web/features/(?!photos/|proofing/)([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'features-know-no-route',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/app/' },
    },
    ...useLowerFloors('public-pages-use-lower-floors', 'web/features/public/', PUBLIC_FLOORS),
    {
      name: 'photos-use-uploads',
      severity: 'error',
      // A gallery's photos are uploaded, resumed and replaced where they are shown.
      from: { path: '^web/features/photos/' },
      to: { path: '^web/features/', pathNot: '^web/features/(photos|uploads)/' },
    },
    {
      name: 'proofing-uses-photos',
      severity: 'error',
      // Chosen photos are shown, moved and put into sections like a gallery's others.
      from: { path: '^web/features/proofing/' },
      to: { path: '^web/features/', pathNot: '^web/features/(proofing|photos)/' },
    },
    {
      name: 'components-know-no-domain',
      severity: 'error',
      from: { path: '^web/components/' },
      // Colours, formatting, durations, languages and translations, which know no noun.
      to: {
        path: '^(web/(app|design|features)|core)/',
        pathNot: '^core/domain/values/(color|durations|format|languages|translations)\\.ts$',
      },
    },
    {
      name: 'web-lib-serves-all',
      severity: 'error',
      from: { path: '^web/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(app|components|design|features)/' },
    },
    ...useLowerFloors('functions-use-lower-floors', 'functions/', FLOORS),
    {
      name: 'functions-know-core-only',
      severity: 'error',
      from: { path: '^functions/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(web|local|ops|stacks|tests)/' },
    },
    {
      name: 'handlers-serve-requests-only',
      severity: 'error',
      // Handlers of one group of endpoints may be in several folders: the highest one lists them.
      from: { path: '^functions/', pathNot: '(^|[/-])handlers\\.ts$|^functions/entries/|\\.test\\.ts$' },
      to: { path: '^functions/.*[/-]handlers\\.ts$' },
    },
    {
      name: 'stacks-know-endpoints',
      severity: 'error',
      from: { path: '^stacks/' },
      // And what the distribution is configured from: which path goes where, the headers of its answers, the cookies that
      // its firewall counts by, and the groups of studios.
      to: {
        path: '^(core|functions|web|local|ops|tests)/',
        pathNot:
          '^(core/(api/endpoints|domain/(photos/image-token|studio/sync-groups))|functions/edge/(route|response-headers))\\.ts$',
      },
    },
    {
      name: 'ops-know-core-and-platform',
      severity: 'error',
      from: { path: '^ops/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(functions|web|local|stacks|tests)/',
        pathNot: '^(functions/platform/|stacks/(settings|database-role)\\.ts$)',
      },
    },
    {
      name: 'local-knows-functions-and-core',
      severity: 'error',
      from: { path: '^local/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(web|stacks|tests)/' },
    },
    {
      name: 'only-tests-know-local',
      severity: 'error',
      from: { path: '^(core|functions|ops|web|stacks)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(local|tests)/' },
    },
    {
      name: 'tools-stand-alone',
      severity: 'error',
      // They read and write the other rooms' files as text, so that they run while those do not compile.
      from: { path: '^tools/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(core|functions|web|local|ops|stacks|tests|locales)/' },
    },
    {
      name: 'tools-are-not-imported',
      severity: 'error',
      from: { pathNot: '^(tests|tools)/' },
      to: { path: '^tools/' },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      // The runners' own configurations read what their tests do.
      from: { pathNot: '^tests/|\\.test\\.tsx?$|^(playwright|vitest)\\.config\\.ts$' },
      to: { path: '^tests/' },
    },
    // The house's own; packages are the compiler's to resolve.
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, path: '^[.#]' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.build|\\.data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
