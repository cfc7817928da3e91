import { describeKillPoints } from '../support/uploads/kill-scenarios.ts';

describeKillPoints('3 MB', 3 * 1024 ** 2, ['completed first', 'event first']);
