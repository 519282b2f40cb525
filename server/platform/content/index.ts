export { parseForeignContent } from './foreign.ts'
export { idFromName } from './id-from-name.ts'
export {
  CONTENT,
  MalformedContent,
  parseContent,
  readContentFolder,
  readYamlFile,
  slug,
  splitFrontMatter,
  writeContent,
} from './read-folder.ts'
