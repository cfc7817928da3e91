import { describeKillPoints } from '../support/uploads/kill-journeys.ts';

describeKillPoints('40 KB', 40 * 1024);
