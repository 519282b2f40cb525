export { Agreements } from './Agreements.tsx'
export { OwnAgreement } from './OwnAgreement.tsx'
