/** Refuses keys that could be another path: separators, dots, and capitals, which some file systems fold. */
export const checkedKey = (key: string): string => {
  if (!/^[a-z0-9-]{4,100}$/.test(key)) throw new Error(`not a key of a file: ${key}`)
  return key
}
