export { outsideWorkRoutes } from './handlers.ts'
export { reopenWork } from './queries.ts'
export { screenEarlierOutsideWork } from './screen-earlier.ts'
