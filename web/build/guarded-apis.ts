interface Exception {
  /** Part of the module's path. */
  in: string;
  api: string;
  reason: string;
}

/** New APIs that a module uses only where the browser has them. */
export const GUARDED_APIS: readonly Exception[] = [
  { in: '/react-dom/', api: 'Document.startViewTransition', reason: 'its error is caught; no screen has transitions' },
  { in: '/react-router/', api: 'Document.startViewTransition', reason: 'asks `typeof`; no link asks for transitions' },
  { in: '/react-focus-scope/', api: 'Element.checkVisibility', reason: 'asks `typeof`, else reads computed styles' },
  { in: '/zod/v4/core/', api: 'URL.canParse', reason: 'asks `typeof`, else constructs the URL' },
  { in: '/posthog-js/', api: 'PerformanceEventTiming', reason: 'asks `globalThis` for it, else measures nothing' },
  { in: '/auth-js/', api: 'PublicKeyCredential.parseCreationOptionsFromJSON', reason: 'asks `typeof`, else decodes' },
  { in: '/auth-js/', api: 'PublicKeyCredential.parseRequestOptionsFromJSON', reason: 'asks `typeof`, else decodes' },
  { in: '/zero/out/shared/src/iterables.js', api: 'Iterator.from', reason: 'asks `Iterator?.from`, else wraps' },
  { in: '/zero/out/shared/src/map.js', api: 'WeakMap.getOrInsert', reason: 'asks `typeof`, else gets and sets' },
  {
    in: '/zero/out/shared/src/map.js',
    api: 'WeakMap.getOrInsertComputed',
    reason: 'asks `typeof`, else gets and sets',
  },
  { in: '/fflate/', api: 'Error.captureStackTrace', reason: 'asks for it, else keeps the stack' },
  { in: '/temporal-polyfill/', api: 'Intl.DurationFormat', reason: 'asks for it; nothing of ours shows durations so' },
  { in: '/prosemirror-view/', api: 'Document.caretPositionFromPoint', reason: 'asks for it, else measures ranges' },
  { in: '/prosemirror-view/', api: 'Document.caretRangeFromPoint', reason: 'asks for it, else measures ranges' },
  { in: '/prosemirror-view/', api: 'Selection.getComposedRanges', reason: 'asks for it, else reads the selection' },
];

/** Methods of libraries and of ours that share a new API's name. */
export const FOREIGN_METHODS: readonly Exception[] = [
  { in: '/web/', api: 'Response.bytes', reason: '`bytes` of `Format`, a size in words' },
  { in: '/zero/out/', api: 'Set.union', reason: '`union` of the validator valita' },
  { in: '/zero/out/zero-protocol/src/ast.js', api: 'CSSContainerRule.conditions', reason: 'a parameter of that name' },
  {
    in: '/zero/out/replicache/src/scan-iterator.js',
    api: 'Iterator.toArray',
    reason: "a method of Zero's own iterator",
  },
  { in: '/@tiptap/', api: 'HTMLButtonElement.command', reason: "`command` of the editor's chain" },
];
