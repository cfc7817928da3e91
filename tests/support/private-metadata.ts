import sharp from 'sharp';
import { tiff, withExifBlock, withSegment } from './exif.ts';
import type { ExifBlocks } from './exif.ts';
import { AUTHORSHIP, scene } from './pictures.ts';
import { withChunk } from './png-chunks.ts';

/** Prefix of all values that must be removed from an original, in any metadata of a camera or a program. */
export const CANARY = 'CANARY-';

const secret = (what: string) => `${CANARY}${what}`;

const told: ExifBlocks = {
  image: [
    [0x010e, secret('ImageDescription')],
    [0x013b, AUTHORSHIP.artist],
    [0x8298, AUTHORSHIP.copyright],
    [0xc62f, secret('CameraSerialNumber')],
  ],
  photo: [
    [0x927c, Buffer.from(secret('MakerNote with a serial number'))],
    [0x9286, Buffer.from(`ASCII\0\0\0${secret('UserComment')}`)],
    [0xa430, secret('CameraOwnerName')],
    [0xa431, secret('BodySerialNumber')],
    [0xa435, secret('LensSerialNumber')],
    [0xa420, secret('ImageUniqueID')],
  ],
  gps: [
    [0x0001, 'N'],
    [0x0002, secret('GPSLatitude')],
    [0x0012, secret('GPSMapDatum')],
    [0x001c, Buffer.from(secret('GPSAreaInformation'))],
  ],
};

/** A JPEG with personal metadata in every part: EXIF, maker's notes, a thumbnail, XMP, IPTC and a comment. */
export async function jpegWithMetadata(picture = scene(600, 400)): Promise<Buffer> {
  const plain = await picture.jpeg({ quality: 95 }).toBuffer();
  const exif = withExifBlock(plain, { ...told, thumbnail: await smallPicture() });
  const withXmp = withSegment(exif, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp()}`, 'latin1'));
  return withSegment(withSegment(withXmp, 0xed, iptc()), 0xfe, Buffer.from(secret('comment')));
}

/** The same metadata in formats with EXIF and XMP of their own; a PNG has a text chunk, too. */
export async function imageWithMetadata(format: 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const bytes = await sharp(await jpegWithMetadata())
    .withMetadata()
    .toFormat(format, { effort: 1 })
    .toBuffer();
  return format === 'png' ? withChunk(bytes, 'tEXt', Buffer.from(`Comment\0${secret('png text')}`)) : bytes;
}

export async function tiffWithMetadata(): Promise<Buffer> {
  const upright = sharp(await scene(600, 400).png().toBuffer());
  return tiff(await upright.greyscale().raw().toBuffer(), 600, 400, told);
}

/** An EXIF thumbnail in another colour than the scene; a real one may show cropped content. */
async function smallPicture(): Promise<Buffer> {
  const magenta = sharp({ create: { width: 160, height: 120, channels: 3, background: '#ff00ff' } });
  return withSegment(await magenta.jpeg().toBuffer(), 0xfe, Buffer.from(secret('thumbnail')));
}

function xmp(): string {
  const fields = `exif:GPSLatitude="${secret('XMP location')}" aux:SerialNumber="${secret('XMP serial')}"`;
  const spaces = 'xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/"';
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${spaces} ${fields}/></rdf:RDF>`;
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`;
}

/** Photoshop's resource 0x0404 with IPTC's city (2:90) and sublocation (2:92). */
function iptc(): Buffer {
  const field = (dataset: number, value: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, dataset, 0, value.length]), Buffer.from(value)]);
  const fields = Buffer.concat([field(90, secret('City')), field(92, secret('Sublocation'))]);
  const header = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  header.writeUInt32BE(fields.length, header.length - 4);
  return Buffer.concat([header, fields, Buffer.alloc(fields.length & 1)]);
}
