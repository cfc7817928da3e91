/** A deterministic sum of sine waves, −1 to 1. */
function wave(x: number, seed: number): number {
  let sum = 0;
  let weight = 0;
  for (let octave = 0; octave < 5; octave += 1) {
    const strength = 0.52 ** octave;
    sum += strength * Math.sin(x * 1.7 * 1.93 ** octave + seed * (octave + 1) * 2.3);
    weight += strength;
  }
  return sum / weight;
}

/** Picture units per unit of the wave, so that hills have the same size in pictures of any width. */
const SCALE = 150;

/**
 * Returns the outline of a ridge as an SVG path, closed at the bottom of the picture.
 * @param base vertical position of its middle line; `rise` is the deviation up and down
 */
export function hillPath(options: { width: number; height: number; base: number; rise: number; seed: number }): string {
  const { width, height, base, rise, seed } = options;
  const step = width / 96;
  const points: string[] = [];
  for (let x = 0; x <= width + 0.01; x += step) {
    const y = base - rise * wave(x / SCALE, seed);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}V${height}H0Z`;
}
