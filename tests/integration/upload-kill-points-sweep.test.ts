import { describeSweepKillPoints } from '../support/uploads/kill-journeys.ts';

describeSweepKillPoints();
