/** Which module may import which. tests/contract/import-rules.test.ts applies the rules and plants violations of them. */
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$' },
  to: { pathNot: allowed },
});

/** What a noun of `functions/` offers to other nouns; everything else in its folder is its own. */
const SHARED = [
  'outbox/',
  'accounts/(close-account|mail-sender|public-account|rows|security-events)\\.ts$',
  'archives/(entries|expire|object-streams)\\.ts$',
  'automations/due-steps\\.ts$',
  'booking/(create-booking|managed-link|rate-limits|rules|slots)\\.ts$',
  'domains/(enqueue-check|remove-tenants)\\.ts$',
  'calendar/ics\\.ts$',
  'contracts/(assign|client-documents|files|retention)\\.ts$',
  'edge/response-headers\\.ts$',
  'fonts/(files|subset|woff2)\\.ts$',
  'images/decoder\\.ts$',
  'logos/files\\.ts$',
  'galleries/(access|download-access|events|grants|image-token|invite-mail|open-galleries|public-gallery|visitors)\\.ts$',
  'leads/contact\\.ts$',
  'mails/(cause|deliver|suppressions)\\.ts$',
  'members/(invite-rows|team)\\.ts$',
  'messages/(effects|schedule|session-links|session-mails|studio-notifications)\\.ts$',
  'photos/(effects|rerender|transfer|visibility)\\.ts$',
  'portal/links\\.ts$',
  'proofing/(lists|mails|merge-people|people)\\.ts$',
  'receipts/(issue|letterhead|pdf|receipt-file|retention|text)\\.ts$',
  'sessions/(confirm|events)\\.ts$',
  'site/(code-handlers|isolated-hosts)\\.ts$',
  'stripe/(accounts|checkouts|close-checkouts|payable)\\.ts$',
  'site/pictures/(objects|permissions|showable|sweep)\\.ts$',
  'site/previews\\.ts$',
  'zero/run-mutation\\.ts$',
].join('|');

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
      // Colours, formatting and durations, which know no noun.
      to: { path: '^(web/(app|design|features)|core)/', pathNot: '^core/domain/(color|durations|format)\\.ts$' },
    },
    {
      name: 'web-lib-serves-all',
      severity: 'error',
      from: { path: '^web/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(app|components|design|features)/' },
    },
    {
      name: 'function-not-neighbour',
      severity: 'error',
      from: { path: '^functions/(?!entries/|jobs/|zero/)([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(functions|web|local|ops|stacks|tests)/', pathNot: `^functions/(platform/|$1/|${SHARED})` },
    },
    {
      name: 'platform-knows-no-noun',
      severity: 'error',
      from: { path: '^functions/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^functions/', pathNot: '^functions/platform/' },
    },
    {
      name: 'stacks-know-endpoints',
      severity: 'error',
      from: { path: '^stacks/' },
      // And what the distribution is configured from: which path goes where, the headers of its answers, and the cookies
      // that its firewall counts by.
      to: {
        path: '^(core|functions|web|local|ops|tests)/',
        pathNot: '^(core/api/endpoints|core/domain/image-token|functions/edge/(route|response-headers))\\.ts$',
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
