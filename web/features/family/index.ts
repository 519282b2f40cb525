export { Disclosures } from './Disclosures.tsx'
export { Guardians } from './Guardians.tsx'
