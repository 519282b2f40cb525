export { idFromName } from './id-from-name.ts'
export {
  CONTENT,
  parseContent,
  readContentFolder,
  readYamlFile,
  slug,
  splitFrontMatter,
  writeContent,
} from './read-folder.ts'
