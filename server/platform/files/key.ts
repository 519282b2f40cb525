/** True for keys as `checkedKey` accepts them, false for what others have put beside the files: `.DS_Store`, a marker of a folder. */
export const isKey = (name: string): boolean => /^[a-z0-9-]{4,100}$/.test(name)

/** Refuses keys that could be another path: separators, dots, and capitals, which some file systems fold. */
export const checkedKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`not a key of a file: ${key}`)
  return key
}
