export type { FileRule } from './access.ts'
export { bringFile, insertBroughtFile } from './bring.ts'
export { cleanStoredFiles } from './clean-stored.ts'
export { examine } from './examine.ts'
export { fileRoutes } from './handlers.ts'
export {
  attachFiles,
  attachToMessage,
  dropFiles,
  finishExport,
  giveFiles,
  listUploads,
  reserveExport,
} from './queries.ts'
export { receiveForm } from './receive.ts'
export { receivePicture, takePicture } from './receive-picture.ts'
export { finishOrGiveUp, reserveFiles, storageOf } from './store-upload.ts'
export { sweepFiles } from './sweep.ts'
