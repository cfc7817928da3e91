export const tabListClass = 'flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none]';

export const tabClass = [
  'flex min-h-control shrink-0 items-center gap-2 border-b-2 border-transparent text-soft no-underline transition-colors',
  'outline-offset-[-2px] hover:text-ink',
  'aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:font-medium',
  'data-[state=active]:border-accent data-[state=active]:text-ink data-[state=active]:font-medium',
].join(' ');

/** A row of tabs below another one: no line of its own, the current one in ink. */
export const subTabListClass = 'flex gap-5 overflow-x-auto [scrollbar-width:none]';

export const subTabClass = [
  'flex min-h-control shrink-0 items-center gap-2 text-caption text-soft no-underline transition-colors',
  'outline-offset-[-2px] hover:text-ink',
  'aria-[current=page]:text-ink aria-[current=page]:font-medium aria-[current=page]:underline',
  'aria-[current=page]:decoration-accent aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8',
].join(' ');
