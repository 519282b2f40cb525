import type { Db } from '#platform/database'
export const describeFiles = async (_db: Db, _owner: string, _ids: string[]) =>
  new Map<string, { name: string; content_type: string; size: number }>()
