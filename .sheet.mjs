import sharp from 'sharp';
const [, , out, cols, ...names] = process.argv;
const n = +cols;
const W = Math.floor(1800 / n);
const bufs = await Promise.all(
  names.map(async (f) =>
    sharp(`/tmp/w/brandshots/${f}.png`).resize({ width: W }).png().toBuffer({ resolveWithObject: true }),
  ),
);
const rows = [];
for (let i = 0; i < bufs.length; i += n) rows.push(bufs.slice(i, i + n));
let y = 0;
const comp = [];
for (const r of rows) {
  r.forEach((b, i) => comp.push({ input: b.data, left: i * W, top: y }));
  y += Math.max(...r.map((b) => b.info.height));
}
await sharp({ create: { width: W * n, height: y, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(`/tmp/w/brandshots/${out}.png`);
