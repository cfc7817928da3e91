/** Mean lightness of a logo's visible pixels. Dark and light letters are inverted on a ground of their own lightness. */
export type LogoInk = 'dark' | 'light' | 'coloured';

/** The dark variant is for the dark theme. */
export type LogoVariant = 'light' | 'dark';

/** `icon`: only for the browser's tab and a phone's home screen, instead of that of the logo (`cms_settings.favicon`). */
export type LogoUpload = LogoVariant | 'icon';

/** Maximum bytes of an uploaded logo: a function's payload is limited. */
export const MAX_LOGO_BYTES = 4 * 1024 * 1024;

export interface Logo {
  /** Path of the picture: a PNG. */
  src: string;
  /** Pixels. */
  width: number;
  height: number;
  ink: LogoInk;
}

const INKS = { d: 'dark', l: 'light', c: 'coloured' } as const;

/** `theme.logoUrl`: the path below `/api` names studio, picture, size and ink. Its icons are beside it. */
const PATH = /^(\/logos\/[a-z\d]+\/[\w-]+)-(\d{1,4})x(\d{1,4})([dlc])\.png$/;

/** Returns the logo of a stored path; null for an empty or a foreign one. */
export function readLogo(path: unknown): Logo | null {
  const [, , width, height, ink] = (typeof path === 'string' && PATH.exec(path)) || [];
  if (!ink) return null;
  return {
    src: `/api${String(path)}`,
    width: Number(width),
    height: Number(height),
    ink: INKS[ink as keyof typeof INKS],
  };
}

/** Returns the path of a stored logo; `readLogo` reads it. @param token names the upload */
export function logoPath(accountId: string, token: string, { width, height, ink }: Omit<Logo, 'src'>): string {
  return `/logos/${accountId}/${token}-${width}x${height}${ink[0]}.png`;
}

/** Sides of the icons that each logo has, in pixels: of a browser's tab, and of a phone's home screen. */
export const ICON_SIDES = [32, 180] as const;

/** Returns the path of a logo's icon, below `/api` like the logo's own. */
export function logoIcon(path: string, side: (typeof ICON_SIDES)[number]): string {
  return path.replace(/-\d+x\d+[dlc]\.png$/, `-icon${side}.png`);
}

/** Returns the largest size of a logo within a box, in whole pixels. */
export function fitLogo({ width, height }: Pick<Logo, 'width' | 'height'>, maxWidth: number, maxHeight: number) {
  const scale = Math.min(maxWidth / width, maxHeight / height, 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
