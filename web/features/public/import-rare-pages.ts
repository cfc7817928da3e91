export const importLazyPages = () => import('./rare-pages.tsx');
