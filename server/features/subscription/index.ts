export { setTier } from './set-tier.ts'
