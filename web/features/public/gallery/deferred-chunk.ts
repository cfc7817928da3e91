/* Deferred chunk: lightbox, search, print sheet and the worker's registration, loaded after the first photos. */
export { Lightbox } from '../lightbox/lightbox.tsx';
export { FindBar } from './find-bar.tsx';
export { KeepForOffline } from './keep-for-offline.tsx';
export { PrintSheet } from './print-sheet.tsx';
export { SharpCover } from './sharp-cover.tsx';
