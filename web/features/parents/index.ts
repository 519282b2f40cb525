export { familyQueries, parents } from './queries.ts'

/** Loads the family's part of a dashboard. Other adults never need its code. */
export const loadFamily = async () => (await import('./Family.tsx')).Family
