import { useRef, useState } from 'react'

import { uploadFile } from '#views/evidence'
import { useApiMutation } from '#web/api'

import { earlierWork } from './queries.ts'
import type { ReadArchive } from './read-archive.ts'

type Sent = { key: string; id: string }

/** Uploads an archive's files one by one, then the record. A retry resumes after the last uploaded file. */
export const useImport = (learnerId: string) => {
  const sent = useRef(new Map<string, Sent>())
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<unknown>()
  const importing = useApiMutation(earlierWork.bringEarlierWork)

  const send = async ({ record, files }: ReadArchive, replace: boolean) => {
    setError(undefined)
    setShare(0)
    const all = [{ key: '', size: record.size, read: async () => record }, ...files]
    const total = all.reduce((sum, { size }) => sum + size, 0)
    let before = 0
    try {
      for (const { key, size, read } of all) {
        if (!sent.current.has(key)) {
          const { id } = await uploadFile(await read(), {
            idempotencyKey: crypto.randomUUID(),
            signal: new AbortController().signal,
            onProgress: (part) => setShare((before + part * size) / total),
          })
          sent.current.set(key, { key, id })
        }
        before += size
        setShare(before / total)
      }
      const { '': own, ...rest } = Object.fromEntries(sent.current)
      return await importing.mutateAsync({
        params: { id: learnerId },
        body: {
          record: own!.id,
          files: Object.values(rest).map(({ key, id }) => ({ key, file_id: id })),
          replace,
        },
      })
    } catch (caught) {
      setError(caught)
    } finally {
      setShare(undefined)
    }
  }

  return { send, share, error }
}
