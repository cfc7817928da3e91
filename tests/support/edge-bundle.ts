export { bundleEdgeFunction, EDGE_FUNCTIONS } from '#ops/bundle/edge.ts';
