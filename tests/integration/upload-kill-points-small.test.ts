import { describeKillPoints } from '../support/uploads/kill-scenarios.ts';

describeKillPoints('40 KB', 40 * 1024);
