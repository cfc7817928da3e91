/** Decisions: the product's name stands here for the back office, and nowhere else in its code. */
export const PRODUCT_NAME = 'Albumen';
