export { questRoutes } from './handlers.ts'
export { storeLibrary } from './store-library.ts'
