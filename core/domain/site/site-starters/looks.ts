import type { ThemeValues } from '../../branding/theme.ts';
import type { Look } from './look.ts';
import { bold } from './looks/bold.ts';
import { classic } from './looks/classic.ts';
import { editorial } from './looks/editorial.ts';
import { minimal } from './looks/minimal.ts';
import { modern } from './looks/modern.ts';
import { story } from './looks/story.ts';

export const LOOKS: Readonly<Record<ThemeValues['template'], Look>> = {
  modern,
  classic,
  editorial,
  minimal,
  bold,
  story,
};
