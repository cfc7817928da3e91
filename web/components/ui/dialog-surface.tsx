/** Sheet from below on phones, centred card from 48rem. */
export const dialogClass = [
  'fixed z-50 flex flex-col bg-raised text-ink shadow-lift focus:outline-none',
  'inset-x-0 bottom-0 max-h-[90dvh] rounded-t-sheet pb-safe animate-sheet',
  'md:inset-0 md:m-auto md:h-fit md:w-[calc(100%-4rem)] md:rounded-sheet md:pb-0 md:animate-rise',
].join(' ');

/** Not Radix's own overlay: that one injects a style element, which the CSP refuses. It also holds the page still. */
export function Scrim() {
  return <div data-scrim aria-hidden className="fixed inset-0 z-50 animate-appear bg-scrim" />;
}
