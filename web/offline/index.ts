export {
  claimTasksWithFiles,
  claimUnfinished,
  deleteFile,
  holdUnfinished,
  listSavedFiles,
  saveFile,
} from './files.ts'
export { deleteReply, saveReply, cachedReply } from './replies.ts'
