export { LiveUpdates } from './LiveUpdates.tsx'
