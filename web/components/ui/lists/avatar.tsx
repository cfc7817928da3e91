interface AvatarProps {
  /** Whose: the first letters of its first and last word stand in for a picture. */
  name: string;
}

/** Decorative: the name always stands beside it. */
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

/** By code point: a letter outside the basic plane is two units of a string. */
function firstLetter(word = ''): number[] {
  const point = word.codePointAt(0);
  return point === undefined ? [] : [point];
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) =>
    String.fromCodePoint(...firstLetter(word)),
  );
  return letters.join('').toLocaleUpperCase();
}
