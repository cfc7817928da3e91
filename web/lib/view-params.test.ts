import { describe, expect, it } from 'vitest';
import { choiceParam, filterParam, flagParam, textParam, viewParams } from './view-params.ts';

const LIST = viewParams({
  search: textParam('q', 10),
  typeId: filterParam('type'),
  month: filterParam('month', (value) => value.length === 7),
  sort: choiceParam('sort', ['newest', 'name'], 'newest'),
  status: choiceParam('status', ['draft', 'published'], null),
  withFree: flagParam('free'),
});
const read = (query: string) => LIST.read(new URLSearchParams(query));

describe('viewParams', () => {
  it('reads back the view that it wrote', () => {
    const view = { search: 'Núria & c', typeId: 't', month: '2026-11', sort: 'name', status: 'draft', withFree: true };
    expect(LIST.read(LIST.write(view as typeof LIST.defaults))).toEqual(view);
  });

  it('writes only differences from the default view, in the order of the definition', () => {
    expect(LIST.write(LIST.defaults).toString()).toBe('');
    expect(LIST.write({ ...LIST.defaults, withFree: true, search: 'a b' }).toString()).toBe('q=a+b&free=1');
  });

  it.each(['', 'q=', 'type=', 'month=soon', 'sort=colour', 'status=', 'status=gone', 'free=yes', 'other=1'])(
    'reads %j as the default view',
    (query) => {
      expect(read(query)).toEqual({
        search: '',
        typeId: null,
        month: null,
        sort: 'newest',
        status: null,
        withFree: false,
      });
    },
  );

  it('cuts a text at its maximum length', () => {
    expect(read('q=0123456789abc').search).toBe('0123456789');
  });
});
