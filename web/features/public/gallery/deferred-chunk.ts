/* Deferred chunk: the lightbox and the print sheet, loaded after the first photos. */
export { Lightbox } from '../lightbox/lightbox.tsx';
export { PrintSheet } from './print-sheet.tsx';
