import { describeKillPoints } from '../support/uploads/kill-scenarios.ts';

describeKillPoints('11 MB in 3 parts', 11 * 1024 ** 2, ['completed first', 'given up', 'a new original']);
