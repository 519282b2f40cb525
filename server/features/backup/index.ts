export { backUp } from './back-up.ts'
export { deleteOldBackups, nameOfBackup } from './names.ts'
export { findNewestBackup, recordBackup } from './newest.ts'
export { restore } from './restore.ts'
