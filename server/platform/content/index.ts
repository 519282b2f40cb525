export { parseForeignContent } from './foreign.ts'
export { idFromName } from './id-from-name.ts'
export {
  CONTENT,
  MalformedContent,
  parseContent,
  readFields as readContentFields,
  readContentFolder,
  readYamlFile,
  slug,
  splitFrontMatter,
  validateContent,
  writeContent,
} from './read-folder.ts'
