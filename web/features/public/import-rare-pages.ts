export const importRarePages = () => import('./rare-pages.tsx');
