/**
 * Serialises JSON for a `<script type="application/json">`. Escapes every `<`, because `</script>` and `<!--` would end
 * or change the element.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
