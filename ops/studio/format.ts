const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats bytes in units of a thousand, with three digits: `82.4 GB`. */
export function formatBytes(bytes: number): string {
  let power = 0;
  while (power < UNITS.length - 1 && bytes / 1000 ** power >= 999.5) power += 1;
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : value.toPrecision(3)} ${UNITS[power]}`;
}

/** Control characters, also those that turn the direction of writing: a name must not move a terminal's cursor. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns rows below their heads, each column as wide as its widest cell; without rows, `none`. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[], none = ''): string {
  if (rows.length === 0 && none !== '') return none;
  const all = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll(CONTROL, ' ')));
  const widths = heads.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
