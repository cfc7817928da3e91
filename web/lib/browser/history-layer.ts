import { useEffect, useEffectEvent } from 'react';

/*
 * A layer covers a page without leaving it: a dialog, a panel, a comparison. Each open layer has a history entry, so
 * that Back closes the uppermost layer and not the page. Entries differ in `state.layer`, their number of layers.
 */

interface Layer {
  /** `state.layer` of its entry. */
  depth: number;
  close: () => void;
}

const layers: Layer[] = [];

/** Entries of layers that have closed, over which the page has yet to go back. */
let leftEntries = 0;

const depthOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'layer' in state ? Number(state.layer) : 0;

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('popstate', () => {
    const depth = depthOf(history.state);
    while ((layers.at(-1)?.depth ?? 0) > depth) layers.pop()?.close();
    // Deferred: this traversal must not scroll.
    setTimeout(() => {
      history.scrollRestoration = 'auto';
    });
  });
}

/** Goes back after all changes of one render: a layer that replaces another takes over its entry. */
function goBackLater(): void {
  leftEntries += 1;
  if (leftEntries > 1) return;
  setTimeout(() => {
    if (leftEntries > 0) history.go(-leftEntries);
    leftEntries = 0;
  });
}

function openLayer(close: () => void): () => void {
  listen();
  const state: unknown = history.state;
  if (leftEntries > 0) {
    leftEntries -= 1;
  } else {
    // Marks the entry below: the lightbox updates its address when Back returns to it.
    history.replaceState({ ...(state as object | null), layer: depthOf(state) }, '');
    // The page below may scroll while the layer is open, and stays where it is.
    history.scrollRestoration = 'manual';
    history.pushState({ ...(state as object | null), layer: depthOf(state) + 1 }, '');
  }
  const layer: Layer = { depth: depthOf(history.state), close };
  layers.push(layer);
  return () => {
    const at = layers.indexOf(layer);
    if (at < 0) return;
    layers.splice(at, 1);
    // A link of the layer may have led to another entry.
    if (depthOf(history.state) >= layer.depth) goBackLater();
  };
}

/** Closes a layer by Back. @param close called when the visitor goes back while `isOpen` */
export function useHistoryLayer(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => (isOpen ? openLayer(() => onBack()) : undefined), [isOpen]);
}
