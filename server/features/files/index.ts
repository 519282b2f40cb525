export type { FileRule } from './access.ts'
export { bringFile, insertBroughtFile } from './bring.ts'
export { cleanStoredFiles } from './clean-stored.ts'
export { examine } from './examine.ts'
export { fileRoutes } from './handlers.ts'
export {
  attachFiles,
  attachToMessage,
  dropFiles,
  findOwnFile,
  finishExport,
  giveFiles,
  listUploads,
  reserveExport,
  takeAsEarlierWork,
} from './queries.ts'
export { receiveForm } from './receive.ts'
export { receivePicture, takePicture } from './receive-picture.ts'
export { finishOrGiveUp, requireRoom, reserveFiles, storageOf } from './store-upload.ts'
export { sweepFiles } from './sweep.ts'
