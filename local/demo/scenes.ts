import type { ScenePainter } from './painting.ts';
import { dunes } from './scenes/dunes.ts';
import { forest } from './scenes/forest.ts';
import { mountains } from './scenes/mountains.ts';
import { night } from './scenes/night.ts';
import { sea } from './scenes/sea.ts';
import { stillLife } from './scenes/still-life.ts';
import { windowLight } from './scenes/window-light.ts';

/** Scenes of the demo's photos. */
export const SCENES = { dunes, forest, mountains, night, sea, stillLife, windowLight } satisfies Record<
  string,
  ScenePainter
>;
export type SceneName = keyof typeof SCENES;
