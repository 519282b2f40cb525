export { earlierFiles } from './files.ts'
export { earlierWorkRoutes } from './handlers.ts'
export { earlierKeys, earlierRecords } from './queries.ts'
