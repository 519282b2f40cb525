import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'

import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'

import { readZip } from '#testing/read-zip'
import { animatedGif, bombPng, photoFromBerlin, zipOf } from '#testing/sample-files'

import { examine } from './examine.ts'

const scratch = await mkdtemp(path.join(tmpdir(), 'examine-test-'))
afterAll(() => rm(scratch, { recursive: true }))

const place = path.join(scratch, 'incoming')
const examined = async (bytes: Buffer | string, name = 'homework') => {
  const content = Buffer.from(bytes)
  await writeFile(place, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return examine({ place, size: content.length, sha256, name }, 'ada')
}
const bytesOf = async (content: Awaited<ReturnType<typeof examine>>) => {
  const opened = content.open()
  return Buffer.isBuffer(opened) ? opened : buffer(opened)
}

describe('pictures', () => {
  test('lose where they were taken, and stand upright', async () => {
    const photo = await photoFromBerlin()
    expect(photo.includes('Berlin')).toBe(true)
    const content = await examined(photo, 'IMG_0001.JPG')
    const bytes = await bytesOf(content)
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ format: 'webp', width: 40, height: 60 })
    expect(found.exif ?? found.xmp ?? found.iptc ?? found.orientation).toBeUndefined()
    expect(bytes.includes('Berlin')).toBe(false)
    expect(bytes.includes('EXIF')).toBe(false)
    expect(content).toMatchObject({
      name: 'IMG_0001.webp',
      contentType: 'image/webp',
      width: 40,
      height: 60,
      size: bytes.length,
    })
  })

  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('may be %s', async (format) => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    const content = await examined(await picture.toFormat(format).toBuffer())
    expect(content.contentType).toBe('image/webp')
  })

  test('are made no larger than 2560 pixels a side', async () => {
    const wide = sharp({ create: { width: 4000, height: 1000, channels: 3, background: 'teal' } })
    expect(await examined(await wide.jpeg().toBuffer())).toMatchObject({ width: 2560, height: 640 })
  })

  test('keep moving', async () => {
    const content = await examined(await animatedGif(), 'dance.gif')
    expect(await sharp(await bytesOf(content), { animated: true }).metadata()).toMatchObject({
      format: 'webp',
      pages: 3,
    })
    expect(content).toMatchObject({ name: 'dance.webp', width: 16, height: 16 })
  })

  test('that are cut off or only pretend are refused', async () => {
    const photo = await photoFromBerlin()
    for (const broken of [
      photo.subarray(0, photo.length / 2),
      Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')]),
      bombPng(100, 100),
      Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'),
    ]) {
      await expect(examined(broken, 'cat.gif')).rejects.toMatchObject({
        status: 422,
        message: 'This picture seems to be damaged. Please try another one.',
      })
    }
  })

  test('that would unfold to billions of pixels are refused before they are decoded', async () => {
    const before = process.memoryUsage().rss
    const bomb = bombPng(50_000, 50_000)
    expect(bomb.length).toBeLessThan(1000)
    await expect(examined(bomb, 'bomb.png')).rejects.toMatchObject({ status: 413 })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  })

  test('with a script behind them come out without it', async () => {
    const gif = Buffer.concat([await animatedGif(), Buffer.from('<script>alert(1)</script>')])
    expect((await bytesOf(await examined(gif))).includes('script')).toBe(false)
  })

  describe('of telephones, in HEIC', () => {
    const photograph = (name: string) =>
      readFile(path.resolve('testing/photographs', `${name}.heic`))

    test('become pictures that every browser shows, and lose where they were taken', async () => {
      const photo = await photograph('berlin')
      expect(photo.includes('Berlin')).toBe(true)
      const content = await examined(photo, 'IMG_0001.HEIC')
      const bytes = await bytesOf(content)
      expect(content).toMatchObject({ name: 'IMG_0001.webp', width: 64, height: 40, cleaned: true })
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64 })
      expect(bytes.includes('Berlin') || bytes.includes('EXIF')).toBe(false)
    })

    test('may have 48 megapixels and another name', async () => {
      const content = await examined(await photograph('48-megapixels'), 'IMG_0002.jpg')
      expect(content).toMatchObject({ name: 'IMG_0002.webp', width: 2560, height: 1920 })
    })

    test('are refused before they are decoded when they have more', async () => {
      const huge = examined(await photograph('96-megapixels'))
      await expect(huge).rejects.toMatchObject({ status: 413, message: /too many pixels/ })
    })

    test('are refused when they are cut off, or only begin like one', async () => {
      const photo = await photograph('berlin')
      const begins = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
      for (const broken of [photo.subarray(0, photo.length - 200), begins]) {
        await expect(examined(broken)).rejects.toMatchObject({ status: 422, message: /damaged/ })
      }
    })
  })
})

describe('documents', () => {
  const docx = zipOf({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': '<w:document/>',
  })
  const odt = zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' })

  test('are known by what is in them', async () => {
    const content = await examined(docx, 'essay.DOCX')
    expect(content).toMatchObject({
      name: 'essay.DOCX',
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    })
    expect(readZip(await bytesOf(content))).toEqual(readZip(docx))
    expect((await examined(odt, 'essay')).name).toBe('essay.odt')
    expect((await examined('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'scan')).name).toBe('scan.pdf')
  })

  test('that hide gigabytes are not unpacked', async () => {
    const bomb = zipOf({ '[Content_Types].xml': Buffer.alloc(200 * 2 ** 20) })
    expect(bomb.length).toBeLessThan(2 ** 20)
    const before = process.memoryUsage().rss
    await expect(examined(bomb, 'bomb.docx')).rejects.toMatchObject({ status: 415 })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
  })

  test('with macros, archives and programs are refused', async () => {
    const docm = zipOf({
      '[Content_Types].xml':
        '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
    })
    const node = (await readFile(process.execPath)).subarray(0, 100_000)
    for (const bytes of [docm, zipOf({ 'a.txt': 'a' }), deflateRawSync('x'), node]) {
      await expect(examined(bytes, 'essay.docx')).rejects.toMatchObject({
        status: 415,
        message: expect.stringMatching(/^This file type is not supported\. You can add pictures/),
      })
    }
  })
})

describe('text', () => {
  test('is plain unless its name calls it a table or Markdown', async () => {
    expect(await examined('name,pulse\nKim,72\n', 'pulse.CSV')).toMatchObject({
      name: 'pulse.CSV',
      contentType: 'text/csv; charset=utf-8',
    })
    expect((await examined('# Mein Tag\n', 'day.md')).contentType).toMatch(/^text\/markdown/)
    expect(await examined('print("héllo 🌍")', 'game.py')).toMatchObject({
      name: 'game.py.txt',
      contentType: 'text/plain; charset=utf-8',
    })
    expect((await examined('BMI is not a picture.', 'health.txt')).name).toBe('health.txt')
  })

  test.each([
    ['a page', '<!DOCTYPE html><script>alert(1)</script>'],
    ['a page called a picture', '  \n<html><body onload=alert(1)>'],
    ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a drawing after a declaration', '<?xml version="1.0"?><svg/>'],
    ['a page after a byte order mark', '\ufeff<h1>Hi</h1>'],
    ['a comment that hides a page', '<!-- --><script>alert(1)</script>'],
    ['a script', '#!/bin/sh\nrm -rf /'],
    ['rich text', '{\\rtf1 hello}'],
    ['bytes in another encoding', Buffer.from('caf\xe9', 'latin1')],
    ['bytes that are no text', Buffer.from('hello\0world')],
  ])('is refused when it is %s', async (_, bytes) => {
    await expect(examined(Buffer.from(bytes), 'cat.png')).rejects.toMatchObject({ status: 415 })
  })
})

test('an empty file is refused', async () => {
  await expect(examined('', 'nothing.pdf')).rejects.toThrow('This file is empty.')
})
