/** `albumen-production-thing`: a resource's name in AWS, equal in every deployment. */
export function physical(thing: string): string {
  return `${$app.name}-${$app.stage}-${thing}`;
}

/** `og-sweep` becomes `OgSweep`: names within the resource graph. */
export function logical(thing: string): string {
  return thing
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}
