import { afterAll, beforeAll, beforeEach } from 'vitest';
import { everyEndpoint } from './cases/endpoints.ts';
import { jobs } from './cases/jobs.ts';
import { losses } from './cases/losses.ts';
import { pages } from './cases/pages.ts';
import { pictures } from './cases/pictures.ts';
import { refusals } from './cases/refusals.ts';
import { wholeRun } from './cases/whole-run.ts';
import type { Scene } from './scene.ts';
import { tellFigures } from './figures.ts';
import { openStage, type Stage } from './stage.ts';
import { deliverGallery, openStudio, type Studio } from './studio.ts';

/*
 * Runs the zips that would be uploaded under AWS's own runtime interface client, on the embedded services, which start
 * once for all cases.
 */
let stage: Stage;
let studio: Studio;
let scene: Scene;

beforeAll(async () => {
  stage = await openStage();
  studio = await openStudio(stage);
  scene = { stage, studio, ...(await deliverGallery(stage, studio)) };
});

// All cases come from one network, which the product limits like one household.
beforeEach(() => stage.db.query('delete from rate_limits; delete from slot_holds'));

afterAll(async () => {
  if (stage) tellFigures(stage.deployment.functions);
  await studio?.office.close();
  await stage?.close();
});

const current = () => scene;
everyEndpoint(current);
pictures(current);
pages(current);
jobs(current);
losses(current);
refusals(current);
wholeRun(current);
