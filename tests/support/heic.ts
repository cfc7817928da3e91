import { BLOCK as TILE, heic as writeHeic, type HeicContent as WrittenContent } from '#local/demo/heic.ts';

export { TILE };

/** Content of a file whose tiles have one colour each. */
export type HeicContent = Omit<WrittenContent, 'samples' | 'blocks'> & {
  /** Y, Cb and Cr (BT.601, full range) of a tile. */
  colour: (column: number, row: number) => readonly [y: number, cb: number, cr: number];
};

export function heic({ colour, ...content }: HeicContent): Buffer {
  return writeHeic({
    ...content,
    samples: (column, row) => {
      const [y, cb, cr] = colour(column, row);
      const quarter = (TILE / 2) ** 2;
      return [Buffer.alloc(TILE ** 2, y), Buffer.alloc(quarter, cb), Buffer.alloc(quarter, cr)];
    },
  });
}

/** Converts a tile's colour as a decoder does (BT.601, full range). */
export function toRgb([y, cb, cr]: readonly [number, number, number]): number[] {
  const [blue, red] = [cb - 128, cr - 128];
  return [y + 1.402 * red, y - 0.344136 * blue - 0.714136 * red, y + 1.772 * blue].map((value) =>
    Math.min(255, Math.max(0, Math.round(value))),
  );
}
