/** Hatched in the colour of lines: days without sessions, and hours that do not exist. */
export const hatchedClass = 'bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)]';
