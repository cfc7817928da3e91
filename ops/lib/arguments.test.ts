import { describe, expect, it } from 'vitest';
import { parseOptions, requireStage, requireYes } from './arguments.ts';

const options = { stage: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
const parse = (...argv: string[]) => parseOptions('how it is used', options, argv);

describe('options', () => {
  it('are parsed', () => {
    expect(parse('--stage', 'dev', '--yes')).toEqual({ stage: 'dev', yes: true });
    expect(parse()).toEqual({ yes: false });
  });

  it.each([[['--stag', 'dev']], [['dev']], [['--stage']], [['--yes=no']]])('refuses %j with the usage', (argv) => {
    expect(() => parse(...argv)).toThrow(expect.objectContaining({ exitCode: 2 }));
    expect(() => parse(...argv)).toThrow(/how it is used/);
  });

  it('throws HelpWanted for --help', () => {
    expect(() => parse('--nonsense', '--help')).toThrow(
      expect.objectContaining({ exitCode: 0, message: 'how it is used' }),
    );
  });
});

describe('the stage', () => {
  it('requires a name that AWS resources can have', () => {
    expect(requireStage('pr-12')).toBe('pr-12');
    for (const stage of [undefined, '', 'Production', 'a', '../x', 'a'.repeat(21)]) {
      expect(() => requireStage(stage), String(stage)).toThrow(expect.objectContaining({ exitCode: 2 }));
    }
  });

  it('requires --yes for a protected stage at a terminal, not in a job', () => {
    expect(() => requireYes('production', false, true)).toThrow(/--yes/);
    expect(() => requireYes('production', true, true)).not.toThrow();
    expect(() => requireYes('production', false, false)).not.toThrow();
    expect(() => requireYes('dev', false, true)).not.toThrow();
  });
});
