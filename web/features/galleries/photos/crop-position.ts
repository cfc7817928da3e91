import type { FocalPoint } from '#web/components/ui/focal-point-picker.tsx';

/**
 * CSS `object-position` of a square that is cut like the server cuts it (functions/images/geometry.ts): the point in
 * its middle, as far as the picture reaches.
 * @param ratio width to height of the picture
 */
export function cropPosition({ x, y }: FocalPoint, ratio: number): string {
  const along = (point: number, part: number) => {
    if (part >= 1) return 50;
    const from = Math.min(1 - part, Math.max(0, point - part / 2));
    return (from / (1 - part)) * 100;
  };
  return `${along(x, 1 / ratio)}% ${along(y, ratio)}%`;
}
