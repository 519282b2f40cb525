export { backUp } from './back-up.ts'
export { keepNewest, nameOfBackup } from './names.ts'
export { restore } from './restore.ts'
