import type { SceneName } from '../scenes.ts';
import type { Texts } from './texts.ts';

/** Alternative texts of the demo's photos, by scene. */
export const SCENE_ALTS: Readonly<Record<SceneName, Texts>> = {
  mountains: {
    en: 'Mountain ridges behind each other in the haze',
    es: 'Crestas de montañas, unas detrás de otras, en la bruma',
    ca: 'Carenes de muntanyes, les unes darrere les altres, en la boira',
  },
  sea: {
    en: 'The sun low over a calm sea',
    es: 'El sol bajo sobre un mar en calma',
    ca: 'El sol baix sobre un mar en calma',
  },
  forest: {
    en: 'Tree trunks in a light mist',
    es: 'Troncos de árboles en una niebla ligera',
    ca: 'Troncs d’arbres en una boira lleugera',
  },
  windowLight: {
    en: 'Light of a window on a plain wall',
    es: 'La luz de una ventana sobre una pared lisa',
    ca: 'La llum d’una finestra sobre una paret llisa',
  },
  stillLife: {
    en: 'Ceramic vases and fruit on a table',
    es: 'Jarrones de cerámica y fruta sobre una mesa',
    ca: 'Gerros de ceràmica i fruita sobre una taula',
  },
  dunes: {
    en: 'Dunes with long shadows',
    es: 'Dunas con sombras largas',
    ca: 'Dunes amb ombres llargues',
  },
  night: {
    en: 'Stars over dark hills with one lamp',
    es: 'Estrellas sobre colinas oscuras con una lámpara',
    ca: 'Estrelles sobre turons foscos amb un llum',
  },
};
