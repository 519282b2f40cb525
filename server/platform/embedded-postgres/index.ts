export { chooseDataFolder, createDataFolder } from './data-folder.ts'
export { AlreadyRuns } from './folder-lock.ts'
export { findEmbeddedPostgres, startEmbeddedPostgres } from './start.ts'
export type { EmbeddedPostgres } from './start.ts'
