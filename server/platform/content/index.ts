export { idFromName } from './id-from-name.ts'
export { CONTENT, readContentFolder, splitFrontMatter } from './read-folder.ts'
