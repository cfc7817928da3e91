/**
 * JSON inside a `<script type="application/json">`: `</script>` and `<!--` end or change a script element wherever
 * they stand, so no `<` is left.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
