/**
 * Returns the source that browsers take from a `srcset` of widths for a picture of `width` CSS pixels: the first one that
 * has the screen's pixels, else the last (Chrome 153, seen with the densities of the tests).
 */
export function chosenSource(srcSet: string, width: number, density: number): string {
  const sources = srcSet.split(', ').map((source) => {
    const [url, descriptor] = source.split(' ') as [string, string];
    return { url, pixels: Number.parseInt(descriptor) };
  });
  const enough = sources.find(({ pixels }) => pixels >= width * density);
  return (enough ?? sources.at(-1)!).url;
}
