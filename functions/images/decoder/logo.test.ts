import { describe, expect, it } from 'vitest';
import { renderLogo } from './logo.ts';

describe('renderLogo', () => {
  it('refuses declarations of entities that do not end, in time that grows with their number only', async () => {
    const start = performance.now();
    const declarations = '<!ENTITY a '.repeat(40_000);
    await expect(renderLogo(Buffer.from(`<svg>${declarations}`))).rejects.toThrow();
    expect(performance.now() - start).toBeLessThan(3_000);
  });

  it('refuses entities of other files', async () => {
    for (const kind of ['SYSTEM', 'public']) {
      const drawing = `<!DOCTYPE svg [<!ENTITY x ${kind} "file:///etc/passwd">]><svg width="9" height="9"></svg>`;
      await expect(renderLogo(Buffer.from(drawing))).rejects.toMatchObject({ code: 'corrupt' });
    }
  });
});
