export { portfolioFiles } from './files.ts'
export { changePortfolio, portfolioRoutes } from './handlers.ts'
export { portfolioPages } from './page.ts'
