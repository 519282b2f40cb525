export { type FileRule, mayLeaveFamily } from './access.ts'
export { importFile, insertImportedFile } from './import.ts'
export { cleanStoredFiles } from './clean-stored.ts'
export { examine } from './examine.ts'
export { fileRoutes } from './handlers.ts'
export {
  attachFiles,
  attachToMessage,
  dropFiles,
  dropMessageFiles,
  findOwnFile,
  insertReservation,
  finishExport,
  leaveToReports,
  transferFiles,
  listMessageFiles,
  listUploads,
  reserveExport,
  claimAsEarlierWork,
} from './queries.ts'
export { receiveForm } from './receive.ts'
export { storeReceivedPicture, receivePictureBytes } from './receive-picture.ts'
export { finishOrRelease, requireSpace, reserveFiles, storageOf } from './store-upload.ts'
export { sweepFiles } from './sweep.ts'
