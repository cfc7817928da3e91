interface AvatarProps {
  /** Name of the person; the initials of its first and last word replace a picture. */
  name: string;
}

/** Decorative: the name is always beside it. */
export function Avatar({ name }: AvatarProps) {
  return (
    <span
      aria-hidden
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-hover text-caption font-medium text-soft select-none"
    >
      {initials(name)}
    </span>
  );
}

/** First code point: letters outside the basic plane are two UTF-16 units. */
function firstLetter(word = ''): number[] {
  const point = word.codePointAt(0);
  return point === undefined ? [] : [point];
}

/** Returns the initials of a name's first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) =>
    String.fromCodePoint(...firstLetter(word)),
  );
  return letters.join('').toLocaleUpperCase();
}
