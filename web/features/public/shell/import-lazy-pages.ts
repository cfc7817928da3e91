export const importLazyPages = () => import('./lazy-pages.tsx');
