import type { FileEntry } from '@zip.js/zip.js'
import {
  BlobReader,
  BlobWriter,
  configure,
  TextWriter,
  ZipReader,
} from '@zip.js/zip.js/index-native.js'

import { Archive, MAX_RECORD, RECORD_FILE, RECORD_VERSION } from '#contract/earlier-work'
import { MAX_UPLOAD } from '#rules/uploads'
import { bytes } from '#web/format'

/** Error for an archive that cannot be imported; its message is shown to the user. */
export class UnreadableArchive extends Error {}

export type ReadArchive = {
  archive: Archive
  /** `record.json`, unparsed. */
  record: File
  /** In the order of the record; read on demand. */
  files: { key: string; name: string; size: number; read: () => Promise<File> }[]
}

// A worker would add a script for a page that is rarely seen.
configure({ useWebWorkers: false })

const NOT_OURS = 'This is not a Lodestar export, or it is too old to import.'
const DAMAGED = 'This archive is damaged. Download it again from the other site.'

/** Reads an export's record without unpacking its files, however large they are. */
export const readArchive = async (file: Blob): Promise<ReadArchive> => {
  const zip = new ZipReader(new BlobReader(file))
  const entries = new Map<string, FileEntry>()
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) entries.set(entry.filename, entry)
    }
  } catch {
    throw new UnreadableArchive(NOT_OURS)
  }
  const record = entries.get(RECORD_FILE)
  if (!record) throw new UnreadableArchive(NOT_OURS)
  const text = await textOf(record)
  const archive = archiveIn(text)
  return {
    archive,
    record: new File([text], RECORD_FILE, { type: 'text/plain' }),
    files: archive.files.map(({ key, path, name }) => {
      const entry = entries.get(path)
      if (!entry) throw new UnreadableArchive(DAMAGED)
      return { key, name, size: entry.uncompressedSize, read: () => fileIn(entry, name) }
    }),
  }
}

const refuseTooLarge = ({ uncompressedSize }: FileEntry, name: string, most: number) => {
  if (uncompressedSize <= most) return
  throw new UnreadableArchive(`“${name}” in this archive is larger than ${bytes(most)}.`)
}

const textOf = async (entry: FileEntry) => {
  refuseTooLarge(entry, RECORD_FILE, MAX_RECORD)
  return entry.getData(new TextWriter(), { checkSignature: true }).catch(() => {
    throw new UnreadableArchive(DAMAGED)
  })
}

const fileIn = async (entry: FileEntry, name: string) => {
  refuseTooLarge(entry, name, MAX_UPLOAD)
  const blob = await entry.getData(new BlobWriter(), { checkSignature: true }).catch(() => {
    throw new UnreadableArchive(DAMAGED)
  })
  return new File([blob], name)
}

const archiveIn = (text: string): Archive => {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new UnreadableArchive(DAMAGED)
  }
  const { version } = (content ?? {}) as { version?: unknown }
  if (typeof version === 'number' && version > RECORD_VERSION) {
    throw new UnreadableArchive(
      'This export was made by a newer version of Lodestar than this site has. Ask the people who run this site to upgrade.',
    )
  }
  const { data } = Archive.safeParse(content)
  if (!data) throw new UnreadableArchive(NOT_OURS)
  return data
}
