export { NewLink } from './NewLink.tsx'
export { OpenLink } from './OpenLink.tsx'
