import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

import sharp from 'sharp'

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj << >> endobj\n%%EOF')

/** Form data that a browser sends for a chosen file. */
export const fileForm = (content: Buffer | string, name: string): FormData => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name))
  return form
}

/** A rotated photo with GPS data: 60 × 40, upright 40 × 60. */
export const photoFromBerlin = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .withExif({
      IFD0: { ImageDescription: 'Taken in Berlin', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 18/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export const animatedGif = async (): Promise<Buffer> => {
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer()
}

const chunk = (kind: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(named))
  return Buffer.concat([head, named, tail])
}

/** A few hundred bytes that claim to be an enormous picture. */
export const bombPng = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A ZIP archive with these entries, the first stored and the others deflated, as office programs write them. */
export const zipOf = (entries: Record<string, string | Buffer>): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [i, [name, text]] of Object.entries(entries).entries()) {
    const raw = Buffer.from(text)
    const isStored = i === 0 && raw.length < 1000
    const data = isStored ? raw : deflateRawSync(raw)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(crc32(raw), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(raw.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, Buffer.from(name)]),
    )
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data])
    parts.push(entry)
    offset += entry.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}
