import { downloadPin } from '#core/domain/archives.ts';

/** Easy to tell in a message, and far too many to try at a door that counts the tries. */
const MADE_UP = 6;

/** A PIN of six digits, each as likely as the other. @param random fills an array with random bytes */
export function makePin(random: (bytes: Uint8Array<ArrayBuffer>) => unknown): string {
  let pin = '';
  while (pin.length < MADE_UP) {
    const bytes = new Uint8Array(MADE_UP * 2);
    random(bytes);
    // 250 is the last multiple of ten in a byte: what is above would make 0 to 5 come more often.
    for (const byte of bytes) if (byte < 250 && pin.length < MADE_UP) pin += String(byte % 10);
  }
  return pin;
}

/** As typed, with or without spaces between the digits; null when it is none. */
export function readPin(text: string): string | null {
  const result = downloadPin.safeParse(text.replaceAll(/\s/g, ''));
  return result.success ? result.data : null;
}
