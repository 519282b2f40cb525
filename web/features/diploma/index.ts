export { diplomasOf, useIssueDiploma, useRescindDiploma } from './queries.ts'
export { missingInWords } from './words.ts'
