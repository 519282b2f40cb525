import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'

import { zipOf } from '#testing/sample-files'

// Small files that were slow to read, or took gigabytes of memory.

const MIB = 2 ** 20

/** A PDF of a few hundred bytes whose only stream is compressed three times. */
export const nestedPdf = (): Buffer => {
  const packed = deflateSync(deflateSync(deflateSync(Buffer.alloc(300 * MIB, ' '))))
  const filters = '/FlateDecode '.repeat(3)
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n'),
    Buffer.from('2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n3 0 obj\n'),
    Buffer.from(
      `<</Type/ObjStm/N 1/First 10/Filter[${filters}]/Length ${packed.length}>>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 4>>\nstartxref\n0\n%%EOF\n'),
  ])
}

/** A document of nothing but tags. */
export const taggedDocx = (): Buffer =>
  zipOf({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': Buffer.alloc(90 * MIB, '<w:a w:author="">'),
  })

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** A PNG with a million empty chunks. */
export const chunkyPng = (): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(8, 0)
  header.writeUInt32BE(8, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const empty = chunk('teXt', Buffer.alloc(0))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    Buffer.alloc(empty.length * 1_000_000, empty),
    chunk('IDAT', deflateSync(Buffer.alloc(200))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG that must be decoded completely before the first line is written. */
export const interlacedPng = (): Promise<Buffer> =>
  sharp({ create: { width: 7000, height: 7000, channels: 4, background: 'teal' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()

/** A calendar of one megabyte with a single series and its exceptions. */
export const longIcs = (): Buffer =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20260101T090000Z',
      'RRULE:FREQ=WEEKLY;INTERVAL=99',
      ...Array.from({ length: 40_000 }, () => 'EXDATE:20260108T090000Z'),
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n'),
  ).subarray(0, 999_000)
