export { changePortfolio, portfolioRoutes } from './handlers.ts'
export { portfolioPages } from './page.ts'
export { isFilePublic } from './queries.ts'
