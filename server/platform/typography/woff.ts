import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const SFNT_HEADER = 12
const SFNT_ENTRY = 16

const aligned = (length: number) => Math.ceil(length / 4) * 4

/**
 * The font in a WOFF file (https://www.w3.org/TR/WOFF/) with its tables inflated, as an OpenType file. Returns any other file
 * unchanged. fontkit inflates a font's outlines again for each glyph that it reads or embeds.
 */
export const unpackWoff = (file: Buffer): Buffer => {
  if (file.toString('latin1', 0, 4) !== 'wOFF') return file
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = HEADER + index * ENTRY
    const [offset, stored, length, checksum] = [4, 8, 12, 16].map((at) =>
      file.readUInt32BE(entry + at),
    ) as [number, number, number, number]
    const content = file.subarray(offset, offset + stored)
    return {
      tag: file.subarray(entry, entry + 4),
      checksum,
      content: stored < length ? inflateSync(content, { maxOutputLength: length }) : content,
    }
  })

  const directory = Buffer.alloc(SFNT_HEADER + count * SFNT_ENTRY)
  const depth = Math.floor(Math.log2(count))
  file.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  directory.writeUInt16BE(2 ** depth * SFNT_ENTRY, 6)
  directory.writeUInt16BE(depth, 8)
  directory.writeUInt16BE((count - 2 ** depth) * SFNT_ENTRY, 10)
  let offset = directory.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const entry = SFNT_HEADER + index * SFNT_ENTRY
    tag.copy(directory, entry)
    directory.writeUInt32BE(checksum, entry + 4)
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(content.length, entry + 12)
    offset += aligned(content.length)
  }
  const padded = tables.map(({ content }) => Buffer.concat([content], aligned(content.length)))
  return Buffer.concat([directory, ...padded])
}
