export { idFromName } from './id-from-name.ts'
export {
  CONTENT,
  parseContent,
  readContentFolder,
  splitFrontMatter,
  writeContent,
} from './read-folder.ts'
