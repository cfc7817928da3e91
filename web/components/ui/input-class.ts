/** The box of everything that is typed into or chosen from. */
export const inputClass = [
  'w-full min-h-control rounded-control border border-edge bg-raised px-3 text-text text-ink transition-colors',
  'placeholder:text-soft hover:border-ink focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent',
  'aria-invalid:border-danger aria-invalid:focus:outline-danger disabled:opacity-50 [&[readonly]]:bg-sunken',
].join(' ');
