/** Texts of people that break careless writers of formats: quotes, separators, markup, controls, other scripts. */
export const HOSTILE_TEXTS: readonly string[] = [
  `Núria & "Pau"; <b>ö</b>, \\n 'x' ]]>`,
  '=HYPERLINK("//evil"), 写真 👩‍👩‍👧 العربية',
  'a'.repeat(76),
  '%0d%0aX-Evil: 1 ${x} {{y}}',
  `${'é'.repeat(37)};${'é'.repeat(37)}`,
  "'); drop table customers; --",
];
