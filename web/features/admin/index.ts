export { SECTIONS } from './sections.ts'
export { overviewQuery } from './queries.ts'

/** Loads the admin's part of a dashboard. */
export const loadAdminsDay = async () => (await import('./AdminsDay.tsx')).AdminsDay
