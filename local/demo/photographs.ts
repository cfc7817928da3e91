import type { SceneName } from './scenes.ts';

/** EXIF data of a camera. */
export interface Camera {
  make: string;
  model: string;
  lens: string;
  focalLength: number;
  fNumber: number;
}

const CAMERAS = {
  body: { make: 'Canon', model: 'Canon EOS R6m2', lens: 'RF50mm F1.8 STM', focalLength: 50, fNumber: 2.8 },
  wide: {
    make: 'NIKON CORPORATION',
    model: 'NIKON Z 6_2',
    lens: 'NIKKOR Z 24-70mm f/4 S',
    focalLength: 28,
    fNumber: 8,
  },
  small: { make: 'FUJIFILM', model: 'X-T5', lens: 'XF35mmF2 R WR', focalLength: 35, fNumber: 4 },
  phone: {
    make: 'Apple',
    model: 'iPhone 15 Pro',
    lens: 'iPhone 15 Pro back camera 6.765mm f/1.78',
    focalLength: 6.765,
    fNumber: 1.78,
  },
} as const satisfies Record<string, Camera>;

export interface Photograph {
  filename: string;
  type: 'image/jpeg' | 'image/heic';
  scene: SceneName;
  seed: number;
  /** Displayed pixels, after orientation. */
  width: number;
  height: number;
  /** EXIF orientation that the file carries: 1 upright, 3 upside down, 6 and 8 on a side. */
  orientation: 1 | 3 | 6 | 8;
  displayP3: boolean;
  /** Degrees north and east. */
  gps: readonly [number, number] | null;
  camera: Camera;
  /** `YYYY:MM:DD HH:MM:SS` in the camera's time zone. */
  takenAt: string;
}

/** Longest sides: mostly small for quick seeding, and a few of camera size (24 MP). */
const SIZES = [2048, 2400, 1920, 2560, 3000, 2048] as const;
const LARGE = 6000;
const COAST = [42.289, 3.279] as const;

/**
 * Returns a shoot: alternating scenes, every third in portrait format, over one day.
 * @param prefix of the filenames, as of a camera: `ALM_`
 */
export function shoot(
  prefix: string,
  seed: number,
  day: string,
  scenes: readonly SceneName[],
  large: readonly number[],
): Photograph[] {
  return scenes.map((scene, i) => {
    const long = large.includes(i) ? LARGE : SIZES[i % SIZES.length]!;
    const short = Math.round((long * 2) / 3);
    const portrait = i % 3 === 2;
    const minutes = 7 * 60 + Math.round((i * 13.4 * 60) / Math.max(1, scenes.length));
    const clock = [Math.floor(minutes / 60), minutes % 60, (i * 17) % 60].map((part) => String(part).padStart(2, '0'));
    return {
      filename: `${prefix}${String(4021 + seed + i * 3)}.jpg`,
      type: 'image/jpeg',
      scene,
      seed: seed * 31 + i * 7,
      width: portrait ? short : long,
      height: portrait ? long : short,
      orientation: i % 5 === 2 ? (portrait ? 6 : 3) : i % 5 === 4 && portrait ? 8 : 1,
      displayP3: i % 4 === 1,
      gps: i % 6 === 3 ? [COAST[0] + i / 1000, COAST[1] + i / 1000] : null,
      camera: Object.values(CAMERAS)[i % 4 === 3 ? 3 : seed % 3]!,
      takenAt: `${day} ${clock.join(':')}`,
    };
  });
}

/** Pixels of a HEIC: whole tiles, and few of them, because they are uncompressed (heic.ts). */
const HEIC_SIZE = { width: 1152, height: 768 };

/** Returns a photo as an iPhone stores it. */
export function asHeic(photograph: Photograph): Photograph {
  const filename = photograph.filename.replace(/^.*_(\d+)\.jpg$/, 'IMG_$1.HEIC');
  const upright = { ...HEIC_SIZE, orientation: 1, displayP3: false } as const;
  return { ...photograph, ...upright, filename, type: 'image/heic', camera: CAMERAS.phone };
}

/** Sides of a HEIC are multiples of a tile's (heic.ts). */
const HEIC_TILE = 128;

/** Returns the photo scaled down to this longest side in pixels, if it is larger. */
export function withinSide(photograph: Photograph, side: number): Photograph {
  const scale = side / Math.max(photograph.width, photograph.height);
  if (scale >= 1) return photograph;
  const step = photograph.type === 'image/heic' ? HEIC_TILE : 1;
  const scaled = (pixels: number) => Math.max(1, Math.round((pixels * scale) / step)) * step;
  return { ...photograph, width: scaled(photograph.width), height: scaled(photograph.height) };
}
