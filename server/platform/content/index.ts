export { idFromName } from './id-from-name.ts'
export {
  CONTENT,
  parseContent,
  readContentFolder,
  readYamlFile,
  splitFrontMatter,
  writeContent,
} from './read-folder.ts'
