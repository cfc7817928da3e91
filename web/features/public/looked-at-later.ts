/* What a gallery needs a moment after its first pictures, in one script. */
export { Lightbox } from './lightbox.tsx';
export { PrintSheet } from './print-sheet.tsx';
