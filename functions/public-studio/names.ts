/** SQL: the name of a session type or gallery `row` in a language, else in the studio's (`textsIn` of `core/domain`). */
export const nameIn = (row: string, language: string): string =>
  `coalesce(nullif(${row}.settings -> 'translations' -> ${language} ->> 'name', ''), ${row}.name)`;

/**
 * SQL: the name of session `s` in a client's language: that of its type, unless a member has named the session. Null for
 * a session without a type or name, and for none.
 */
export const sessionNameIn = (type: string, language: string): string =>
  `coalesce(case when s.type in ('', ${type}.name) then ${nameIn(type, language)} end, nullif(s.type, ''))`;
