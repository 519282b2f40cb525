export { earlierFiles } from './files.ts'
export { earlierWorkRoutes } from './handlers.ts'
export { earlierRecords } from './queries.ts'
