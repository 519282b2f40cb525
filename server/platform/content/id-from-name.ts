import { createHash } from 'node:crypto'

/** RFC 9562 requires a namespace of one's own; a change would orphan all shipped content. */
const NAMESPACE = Buffer.from('6f0d3b1e2c5a4e8f9b7a1d4c8e2f6a90', 'hex')

/** Derives a UUID from a name, the same on every installation (version 5, RFC 9562 §5.5). */
export const idFromName = (name: string): string => {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
