/** `albumen-production-thing`: what an operator reads in AWS's consoles, the same after every deployment. */
export function physical(thing: string): string {
  return `${$app.name}-${$app.stage}-${thing}`;
}

/** `og-sweep` becomes `OgSweep`: names inside the graph are written so. */
export function logical(thing: string): string {
  return thing
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}
