export { backUp } from './back-up.ts'
export { keepNewest, nameOfBackup } from './names.ts'
export { findNewestBackup, noteBackup } from './newest.ts'
export { restore } from './restore.ts'
