export { dropFile, heldFiles, holdFile } from './files.ts'
export { dropReply, keepReply, lastReply } from './seen.ts'
