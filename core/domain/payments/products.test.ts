import { describe, expect, it } from 'vitest';
import { lineAmount, mergeLines, newLine, newProduct, type OrderLine, productTextIn } from './products.ts';

const ID = '0h2k4m6p8r0t2v4x6z8a';
const line = (position: number, source: string, amount: number, more: Partial<OrderLine> = {}): OrderLine => ({
  position,
  source,
  title: 'Album',
  amount,
  isCorrection: false,
  productId: null,
  quantity: 1,
  unitAmount: null,
  discount: 0,
  ...more,
});

describe('a product', () => {
  const texts = { en: { name: 'Album', description: '' }, ca: { name: 'Àlbum', description: '' } };

  it('has a name in one language at least', () => {
    const product = { id: ID, kind: 'option', texts, amount: 30_000 };
    expect(newProduct.safeParse(product).success).toBe(true);
    expect(newProduct.safeParse({ ...product, texts: {} }).success).toBe(false);
    expect(newProduct.safeParse({ ...product, texts: { en: { name: ' ', description: '' } } }).success).toBe(false);
  });

  it('is named in the wanted language, else the studio’s, else any', () => {
    expect(productTextIn(texts, 'ca', 'en').name).toBe('Àlbum');
    expect(productTextIn(texts, 'es', 'ca').name).toBe('Àlbum');
    expect(productTextIn({ ca: texts.ca }, 'es', 'en').name).toBe('Àlbum');
  });
});

describe('a line', () => {
  it('charges its pieces less the discount, never less than nothing', () => {
    const album = { productId: null, title: 'Album', quantity: 3, unitAmount: 10_000, discount: 5_000 };
    expect(lineAmount(album)).toBe(25_000);
    expect(newLine.safeParse(album).success).toBe(true);
    expect(newLine.safeParse({ ...album, discount: 30_001 }).success).toBe(false);
    expect(newLine.safeParse({ ...album, quantity: 0 }).success).toBe(false);
    expect(newLine.safeParse({ ...album, quantity: 999, unitAmount: 2_147_483_647, discount: 0 }).success).toBe(false);
  });
});

describe('the lines of an order', () => {
  it('are merged with what corrects them, in order', () => {
    const merged = mergeLines([
      line(1, 'price', 90_000, { title: '' }),
      line(3, 'price', -10_000, { isCorrection: true }),
      line(2, `product:${ID}`, 25_000, { quantity: 3, unitAmount: 10_000, discount: 5_000 }),
    ]);
    expect(merged).toMatchObject([
      { source: 'price', amount: 80_000, isProduct: false },
      { amount: 25_000, quantity: 3, unitAmount: 10_000, discount: 5_000, isProduct: true },
    ]);
  });

  it('that were removed are left out, and gifts stay', () => {
    expect(mergeLines([line(1, `product:${ID}`, 500), line(2, `product:${ID}`, -500)])).toEqual([]);
    expect(mergeLines([line(1, `product:${ID}`, 0)])).toHaveLength(1);
  });
});
