import { PICK_LABELS } from '#core/domain/galleries/proofing.ts';
import { choiceParam, filterParam, viewParams } from '#web/lib/view-params.ts';
import { PICK_FILTERS, PICK_SORTS } from './photos/pick-view.ts';

/** Value of the list parameter that shows all comments. */
export const COMMENTS = 'comments';

/** The view of the tab, in its address. */
export const PROOFING_VIEW = viewParams({
  list: filterParam('list'),
  filter: choiceParam('show', PICK_FILTERS, 'pick'),
  label: choiceParam('label', PICK_LABELS, null),
  rating: choiceParam('rating', ['1', '2', '3', '4', '5'] as const, null),
  sort: choiceParam('sort', PICK_SORTS, 'gallery'),
});
export type ProofingView = typeof PROOFING_VIEW.defaults;
