import { inflateRawSync } from 'node:zlib'

/** Entries of a ZIP archive by name, read from its central directory as unzip programs do. */
export const readZip = (archive: Buffer): Map<string, Buffer> => {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const entries = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(at + 10)
    const packed = archive.readUInt32LE(at + 20)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((o) =>
      archive.readUInt16LE(at + o),
    ) as [number, number, number]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const data = archive.subarray(start, start + packed)
    entries.set(name, method === 8 ? inflateRawSync(data) : Buffer.from(data))
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}
