export { portfolioFiles } from './files.ts'
export { changePortfolio, portfolioRoutes } from './handlers.ts'
export { endLinks } from './links.ts'
export { portfolioPages } from './page.ts'
