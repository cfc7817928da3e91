export { removeComment, saveComment } from './comment-handlers.ts';
export { removeList, saveList, view } from './list-handlers.ts';
export { adopt, details, recover } from './person-handlers.ts';
export { pick, unpick } from './pick-handlers.ts';
export { submit } from './submit.ts';
