import { describeSweepKillPoints } from '../support/uploads/kill-scenarios.ts';

describeSweepKillPoints();
