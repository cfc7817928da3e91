/*
 * The script of studios' websites, of two kilobytes. Every page works without it: it adds the viewer of photos, frames
 * of allowed hosts, the menu that hides while scrolling down, and the contact form's proof of work. Without dynamic
 * imports, whose helper would come with the scripts of other pages.
 */
import { proveOnSubmit } from './island/contact.ts';
import { openFrames } from './island/frames.ts';
import { enhanceMenu } from './island/menu.ts';
import { openPhotos } from './island/viewer.ts';

enhanceMenu();
openPhotos();
openFrames();
for (const form of document.querySelectorAll<HTMLFormElement>('.contact form')) proveOnSubmit(form);
