/* Deferred chunk: lightbox, search and print sheet, loaded after the first photos. */
export { Lightbox } from '../lightbox/lightbox.tsx';
export { FindBar } from './find-bar.tsx';
export { PrintSheet } from './print-sheet.tsx';
