import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'

import { PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Input,
  Output,
  WebMOutputFormat,
} from 'mediabunny'
import PDFKit from 'pdfkit'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'

import { readZip } from '#testing/read-zip'
import { photoFromBerlin, zipOf } from '#testing/sample-files'

import { cleanInChildProcess } from './index.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const ODT = 'application/vnd.oasis.opendocument.text'

/** A location near the Eiffel tower, and people named Secret as authors, editors and commenters (initials SCX). */
const HIDDEN = /48\.8577|secret|SCX|Berlin|GPS/i

const scratch = await mkdtemp(path.join(tmpdir(), 'cleaning-test-'))
afterAll(() => rm(scratch, { recursive: true }))

const [from, to] = [path.join(scratch, 'from'), path.join(scratch, 'to')]
const clean = async (bytes: Buffer, contentType: string) => {
  await writeFile(from, bytes)
  const told = await cleanInChildProcess({ contentType, from, to }, 'ada')
  return told ? readFile(to) : told
}
const madeElsewhere = (name: string) =>
  readFile(path.join(import.meta.dirname, '../../../testing/hidden', name))
const text = (bytes: Buffer) => bytes.toString('latin1')

/** @param documents each with its content type, and what is kept of it */
const expectCleaned = async (documents: [bytes: Buffer, type: string, kept: RegExp][]) => {
  for (const [bytes, type, kept] of documents) {
    const done = await clean(bytes, type)
    if (!done) throw new Error('not cleaned')
    const all = [...readZip(done).values()].map(text).join('\n')
    expect(all).not.toMatch(HIDDEN)
    expect(all).toMatch(kept)
  }
}

describe('sound and film lose where and by whom they were made, and nothing else', () => {
  test.each([
    ['film.mp4', 'video/mp4'],
    ['film.mov', 'video/quicktime'],
    ['film.webm', 'video/webm'],
    ['talk.m4a', 'audio/mp4'],
    ['talk.mp3', 'audio/mpeg'],
    ['talk.wav', 'audio/wav'],
    ['talk.ogg', 'audio/ogg'],
  ])('%s', async (name, contentType) => {
    const dirty = await madeElsewhere(name)
    expect(text(dirty)).toMatch(HIDDEN)
    const bytes = await clean(dirty, contentType)
    if (!bytes) throw new Error('not cleaned')
    expect(text(bytes)).not.toMatch(HIDDEN)
    expect(await contentOf(bytes)).toEqual(await contentOf(dirty))
  })

  test('and the names of their tracks', async () => {
    const bytes = await clean(await soundOf('opus', undefined, 'Secret phone'), 'audio/webm')
    if (!bytes) throw new Error('not cleaned')
    expect(text(bytes)).not.toMatch(HIDDEN)
  })

  test('but sound with tags in its codec’s own header is left alone', async () => {
    const size = (count: number) => Buffer.of(count, 0, 0, 0)
    const comments = ['encoder=x', 'location=48.8577'].map((each) =>
      Buffer.concat([size(each.length), Buffer.from(each)]),
    )
    const parts = [
      Buffer.concat([Buffer.from('\x01vorbis'), Buffer.alloc(23, 1)]),
      Buffer.concat([Buffer.from('\x03vorbis'), size(0), size(2), ...comments, Buffer.of(1)]),
      Buffer.from('\x05vorbis'),
    ] as const
    const header = Buffer.concat([Buffer.of(2, parts[0].length, parts[1].length), ...parts])
    expect(await clean(await soundOf('vorbis', header), 'audio/webm')).toBe(false)
  })

  test('but a film of which a middle or an end was cut away is left alone: it would be shown', async () => {
    const film = await madeElsewhere('cut-film.mp4')
    expect(await clean(film, 'video/mp4')).toBe(false)
    // The first of its two parts alone.
    film.writeUInt32BE(1, film.indexOf('elst') + 8)
    expect(await clean(film, 'video/mp4')).toBe(false)
    // All of it.
    film.write('free', film.indexOf('edts'))
    expect(await clean(film, 'video/mp4')).toBeInstanceOf(Buffer)
  })

  test('but a film whose pictures would be lost is left alone, and so is what is none', async () => {
    expect(await clean(await madeElsewhere('old-film.mp4'), 'video/mp4')).toBe(false)
    expect(await clean(Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'audio/wav')).toBe(false)
  })
})

const soundOf = async (codec: 'opus' | 'vorbis', description?: Buffer, name?: string) => {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source, name === undefined ? {} : { name })
  await output.start()
  const decoderConfig = {
    codec,
    numberOfChannels: 1,
    sampleRate: 48_000,
    ...(description && { description }),
  }
  for (let i = 0; i < 10; i += 1) {
    const packet = new EncodedPacket(Buffer.of(0x78, i, 3), 'key', i * 0.02, 0.02)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}

/** Types of tracks, and their lengths in packets. */
const contentOf = async (bytes: Buffer) => {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const { name } = await input.getFormat()
  const tracks = await Promise.all(
    (await input.getTracks()).map(async (track) => {
      const { packetCount } = await track.computePacketStats()
      return `${track.type} ${track.codec} ${packetCount}`
    }),
  )
  return [name, ...tracks]
}

describe('a PDF', () => {
  test('loses author, title and dates, also those of an earlier state', async () => {
    const dirty = await madeElsewhere('letter.pdf')
    expect(text(dirty)).toMatch(HIDDEN)
    const bytes = await clean(dirty, 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
    expect(pdf.getPageCount()).toBe(1)
    expect([pdf.getAuthor(), pdf.getTitle(), pdf.getCreationDate()]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(text(bytes)).not.toMatch(/secret|<x:xmpmeta|48\.8577/i)
  })

  test('loses who wrote its notes, and where its photos were taken', async () => {
    const draw = new PDFKit({ compress: false, info: { Author: 'Secret' } })
    draw.image(await photoFromBerlin(), 50, 50)
    draw.note(10, 10, 50, 50, 'A remark', { T: new String('Secret Commenter') } as never)
    draw.end()
    const dirty = await buffer(draw)
    expect(text(dirty)).toMatch(/Berlin/)
    const bytes = await clean(dirty, 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    const objects = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) =>
        object instanceof PDFRawStream ? text(Buffer.from(object.contents)) : String(object),
      )
      .join('\n')
    expect(objects).toContain('A remark')
    expect(objects).not.toMatch(/Secret Commenter|Berlin/)
  })

  test('loses links to files on the author’s computer, and keeps the others', async () => {
    const draw = new PDFKit({ compress: false })
    draw.link(0, 0, 9, 9, 'file:///C:/Users/secret/plan.docx')
    draw.link(9, 9, 9, 9, 'https://example.org/')
    // LibreOffice writes them relative to where the PDF is.
    draw.link(9, 0, 9, 9, '../../../home/secret/plan.odt')
    const launch = { S: 'Launch', F: new String('/C/Users/secret/plan.docx') }
    draw.annotate(0, 9, 9, 9, { Subtype: 'Link', A: launch } as never)
    draw.end()
    const bytes = await clean(await buffer(draw), 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    const objects = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .join('\n')
    expect(objects).toContain('https://example.org/')
    expect(objects).not.toMatch(/secret/)
  })

  test('loses what programs keep for themselves, and names and paths beside notes and pictures', async () => {
    const pdf = await PDFDocument.create()
    const secret = PDFString.of('Ada Secret')
    const info = pdf.context.register(pdf.context.obj({ Author: secret }))
    const picture = pdf.context.register(
      pdf.context.stream('0 0 m', {
        Type: 'XObject',
        'PTEX.FileName': PDFString.of('./secret.pdf'),
        'PTEX.InfoDict': info,
      }),
    )
    const popup = { Type: 'Annot', Subtype: 'Popup', T: secret }
    const note = {
      Type: 'Annot',
      Subtype: 'Highlight',
      Contents: PDFString.of('A remark'),
      'AAPL:AKExtras': { 'AAPL:AKAnnotationObject': PDFString.of('bplist00 Ada Secret') },
    }
    const figure = { S: 'Figure', Alt: PDFString.of('C:\\\\Users\\\\secret\\\\cat.jpg') }
    const { node } = pdf.addPage()
    node.set(PDFName.of('Annots'), pdf.context.obj([popup, note]))
    node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { Fm1: picture } }))
    pdf.catalog.set(PDFName.of('StructTreeRoot'), pdf.context.obj({ K: figure }))
    const bytes = await clean(Buffer.from(await pdf.save()), 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    const objects = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, object]) => String(object))
      .join('\n')
    expect(objects).toContain('A remark')
    expect(objects).not.toMatch(HIDDEN)
  })

  test('loses pictures of its pages, which may show an earlier state', async () => {
    const pdf = await PDFDocument.create()
    const thumbnail = pdf.context.register(pdf.context.stream('Secret'))
    pdf.addPage().node.set(PDFName.of('Thumb'), thumbnail)
    const bytes = await clean(Buffer.from(await pdf.save()), 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    expect(text(bytes)).not.toMatch(HIDDEN)
  })

  test('loses pages that were deleted before, though headings and its structure still name them', async () => {
    const pdf = await PDFDocument.create()
    const { context } = pdf
    const pages = ['My words', 'My Secret address'].map((words) => {
      const page = pdf.addPage()
      const content = context.register(context.stream(`BT (${words}) Tj ET`))
      page.node.set(PDFName.of('Contents'), content)
      return page.ref
    })
    const figures = pages.map((page, i) =>
      context.obj({ S: 'Figure', Pg: page, Alt: PDFString.of(i === 0 ? 'A bird' : 'Secret') }),
    )
    pdf.catalog.set(PDFName.of('StructTreeRoot'), context.obj({ K: figures }))
    pdf.catalog.set(PDFName.of('OpenAction'), context.obj([pages[1]!, 'Fit']))
    pdf.removePage(1)
    const dirty = Buffer.from(await pdf.save({ useObjectStreams: false }))
    expect(text(dirty)).toMatch(HIDDEN)
    const bytes = await clean(dirty, 'application/pdf')
    if (!bytes) throw new Error('not cleaned')
    const cleaned = await PDFDocument.load(bytes)
    const objects = cleaned.context.enumerateIndirectObjects().map(([, object]) => String(object))
    expect(cleaned.getPageCount()).toBe(1)
    expect(text(bytes)).toMatch('My words')
    expect(objects.join('\n')).toMatch('A bird')
    expect(`${text(bytes)}${objects.join('\n')}`).not.toMatch(HIDDEN)
  })

  test('whose photo is packed twice is left alone: what it says cannot be removed', async () => {
    const draw = new PDFKit({ compress: false })
    draw.image(await photoFromBerlin(), 50, 50)
    draw.end()
    const pdf = await PDFDocument.load(await buffer(draw))
    const filters = pdf.context.obj([PDFName.of('FlateDecode'), PDFName.of('DCTDecode')])
    for (const [ref, object] of pdf.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFRawStream) || !String(object.dict).includes('DCTDecode')) continue
      object.dict.set(PDFName.of('Filter'), pdf.context.register(filters))
      pdf.context.assign(ref, PDFRawStream.of(object.dict, deflateSync(object.contents)))
    }
    expect(await clean(Buffer.from(await pdf.save()), 'application/pdf')).toBe(false)
  })

  test('with a layer that viewers hide is left alone: anybody can show it', async () => {
    const [seen, secret] = ['Seen', 'Secret']
    const withLayers = async (hidden: Record<string, unknown>) => {
      const pdf = await PDFDocument.create()
      const { context } = pdf
      const layers = [seen, secret].map((words) =>
        context.register(context.obj({ Type: 'OCG', Name: PDFString.of(words) })),
      )
      const usual = 'OFF' in hidden ? { OFF: [layers[1]!] } : hidden
      const properties = { OCGs: layers, D: { Order: layers, ...usual } }
      pdf.addPage()
      pdf.catalog.set(PDFName.of('OCProperties'), context.obj(properties as never))
      return clean(Buffer.from(await pdf.save()), 'application/pdf')
    }
    expect(await withLayers({})).toBeInstanceOf(Buffer)
    expect(await withLayers({ OFF: true })).toBe(false)
    expect(await withLayers({ BaseState: 'OFF' })).toBe(false)
  })

  test('that is locked, signed, broken or holds other files is left alone', async () => {
    const locked = new PDFKit({ userPassword: 'x' })
    locked.end()
    const beside = await PDFDocument.create()
    const page = beside.addPage()
    const file = beside.context.register(beside.context.stream('Secret'))
    page.node.set(
      PDFName.of('AF'),
      beside.context.obj([{ Type: 'Filespec', F: PDFString.of('photo.jpg'), EF: { F: file } }]),
    )
    const holding = new PDFKit()
    holding.file(await photoFromBerlin(), { name: 'photo.jpg' })
    holding.end()
    for (const bytes of [
      await buffer(locked),
      await buffer(holding),
      Buffer.from(await beside.save()),
      Buffer.from('%PDF-1.7\n1 0 obj'),
    ]) {
      expect(await clean(bytes, 'application/pdf')).toBe(false)
    }
  })
})

describe('an Office or OpenDocument file', () => {
  test.each([
    ['letter.docx', DOCX, 'word/document.xml'],
    ['letter.odt', ODT, 'content.xml'],
  ])('%s loses who wrote, changed and commented, and keeps its words', async (name, type, main) => {
    const dirty = readZip(await madeElsewhere(name))
    expect([...dirty.values()].map(text).join('\n')).toMatch(HIDDEN)
    const bytes = await clean(await madeElsewhere(name), type)
    if (!bytes) throw new Error('not cleaned')
    const parts = readZip(bytes)
    expect([...parts.keys()]).toEqual([...dirty.keys()])
    expect([...parts.values()].map(text).join('\n')).not.toMatch(HIDDEN)
    const words = text(parts.get(main)!).replaceAll(/<dc:creator>.*?<\/dc:creator>|<[^>]*>/g, '')
    expect(words).toMatch(/My work.* by w:author=(?:"|&quot;)me(?:"|&quot;) .*inserted/)
  })

  test('loses what its pictures say, and people in tables and slides', async () => {
    const photo = await photoFromBerlin()
    const book = zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml':
        '<workbook><x15ac:absPath url="C:\\Users\\secret\\" /><fileSharing userName="Secret"/></workbook>',
      'xl/comments1.xml': '<comments><authors><author>Secret</author></authors></comments>',
      'xl/persons/person.xml': '<person displayName="Secret" id="1" userId="secret@example.org"/>',
      'xl/tables/table1.xml': '<table displayName="Costs"/>',
      'xl/media/image1.jpeg': photo,
    })
    const slides = zipOf({
      '[Content_Types].xml': '<Types/>',
      'ppt/commentAuthors.xml': `<p:cmAuthor id="1" name='Secret' initials='SCX'/>`,
      'ppt/slides/slide1.xml': '<a:t>Words name="Bob"</a:t>',
      'ppt/media/film.mp4': await madeElsewhere('film.mp4'),
    })
    await expectCleaned([
      [book, XLSX, /displayName="Costs"/],
      [slides, PPTX, /Words name="Bob"/],
    ])
  })

  test('loses the small copy in a photo, which may show what was cropped away', async () => {
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
    const jfif = Buffer.from('\xff\xe0\0\x28JFIF\0\x01\x01\x01\0\x48\0\x48\x02\x04', 'latin1')
    const small = Buffer.from('Secret'.repeat(4))
    const letter = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/media/image1.jpg': Buffer.concat([
        photo.subarray(0, 2),
        jfif,
        small,
        photo.subarray(2),
      ]),
    })
    const done = await clean(letter, DOCX)
    if (!done) throw new Error('not cleaned')
    const cleaned = readZip(done).get('word/media/image1.jpg')!
    expect(text(cleaned)).not.toMatch(HIDDEN)
    expect(await sharp(cleaned).metadata()).toMatchObject({ width: 9, density: 72 })
  })

  test('loses where it was saved, what it looked like, who changed it, and where pictures by any name were taken', async () => {
    const letter = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/_rels/settings.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="file:///C:\\Users\\secret\\Normal.dotm" TargetMode="External"/><Relationship Id="rId2" Target="https://example.org/"/></Relationships>',
      'package/services/metadata/core-properties/1.psmdcp':
        '<coreProperties>Secret</coreProperties>',
      'word/media/image1.jfif': await photoFromBerlin(),
      'docProps/thumbnail.emf': 'Secret',
    })
    const book = zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/comments/comment1.xml': '<x:comments><x:author>Secret</x:author></x:comments>',
    })
    for (const [bytes, type] of [
      [letter, DOCX],
      [book, XLSX],
    ] as const) {
      const done = await clean(bytes, type)
      if (!done) throw new Error('not cleaned')
      const all = [...readZip(done).values()].map(text).join('\n')
      expect(all).not.toMatch(HIDDEN)
      if (type === DOCX) expect(all).toContain('https://example.org/')
    }
  })

  test('loses where its pictures and links lie on the author’s computer, and with whom it was shared', async () => {
    const letter = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': [
        '<wp:docPr id="1" name="Picture 1" descr="C:\\Users\\secret\\Pictures\\cat.jpg"/>',
        `<w:fldSimple w:instr=' LINK Excel.Sheet &quot;\\\\server\\secret\\a.xlsx&quot; '/>`,
        '<w:instrText> INCLUDEPICTURE "C:\\\\Users\\\\secret\\\\cat.png" \\* MERGEFORMAT </w:instrText>',
        '<w:instrText> HYPERLINK "https://example.org/a" </w:instrText>',
        '<w:t>I wrote href="C:\\Windows\\" here</w:t>',
      ].join(''),
      'word/media/image1.svg':
        '<svg inkscape:export-filename="/home/secret/cat.png"><metadata>Secret</metadata><path d="M0 0"/></svg>',
      'customXml/item1.xml':
        '<p:properties><documentManagement><SharedWithUsers><UserInfo><DisplayName>Ada Secret</DisplayName></UserInfo></SharedWithUsers></documentManagement></p:properties>',
    })
    const openLetter = zipOf({
      mimetype: ODT,
      'content.xml': [
        '<text:a xlink:href="file:///home/secret/plan.odt">My plan</text:a>',
        '<text:a xlink:href="../../../home/secret/plan.odt">',
        '<text:a xlink:href="../../C:/Users/secret/plan.odt">',
      ].join(''),
    })
    await expectCleaned([
      [letter, DOCX, /HYPERLINK "https:\/\/example.org\/a".*href="C:\\Windows\\".*<path d=/s],
      [openLetter, ODT, /My plan/],
    ])
  })

  test('loses who changed, refreshed and inserted what, also in objects, and comments of GIFs', async () => {
    const gif = [
      'GIF89a\x01\0\x01\0\0\0\0',
      '!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0',
      '!\xfe\x06Secret\0',
      '!\xff\x0bXMP DataXMP\x06Secret\0',
      ',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;Secret',
    ]
    const slides = zipOf({
      '[Content_Types].xml': '<Types/>',
      'docProps/core1.xml':
        '<cp:coreProperties><dc:creator>Secret</dc:creator></cp:coreProperties>',
      'ppt/changesInfos/changesInfo1.xml':
        '<pc:chgData name="Ada Secret" userId="S::secret@example.org" providerId="AD"/>',
      'ppt/media/image1.gif': Buffer.from(gif.join(''), 'latin1'),
    })
    const book = zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/pivotCache/pivotCacheDefinition1.xml':
        '<pivotCacheDefinition refreshedBy="Secret" recordCount="7"/>',
      'xl/revisions/userNames.xml': '<users><userInfo name="Secret" id="1"/></users>',
      'xl/connections.xml':
        '<dbPr connection="Provider=Ace;Data Source=C:\\Users\\secret\\a.mdb"/>',
    })
    const openLetter = zipOf({
      mimetype: ODT,
      'Object 1/meta.xml':
        '<office:document-meta><dc:creator>Secret</dc:creator></office:document-meta>',
      'Object 1/Object 2/content.xml': '<dc:creator>Secret</dc:creator><p>My chart</p>',
    })
    await expectCleaned([
      [slides, PPTX, /NETSCAPE2\.0.*D.\0;$/s],
      [book, XLSX, /recordCount="7"/],
      [openLetter, ODT, /My chart/],
    ])
  })

  test('loses the name before each note of a table, who made a scenario, and to whom a task was given', async () => {
    const book = zipOf({
      '[Content_Types].xml': '<Types/>',
      'xl/comments1.xml':
        '<comments><authors><author>Ada Secret</author></authors><text><r><t>Ada Secret:</t></r><r><t xml:space="preserve">\nCount again\n\t-Ada Secret\n----\nI did\n\t-Secret</t></r></text></comments>',
      'xl/worksheets/sheet1.xml':
        '<scenario name="Best" count="1" user="Ada Secret" comment="Created by Ada Secret on 5/1/2026"/>',
      'xl/documenttasks/documenttask1.xml':
        '<Attribution userId="S::secret@example.org" userName="Ada Secret" userProvider="AD"/>',
    })
    const letter = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/documenttasks/documenttasks1.xml':
        '<t:Assign userId="S::secret@example.org" userName="Ada Secret" userProvider="AD"/>',
      'word/document.xml': '<w:t>My work</w:t>',
    })
    await expectCleaned([
      [
        book,
        XLSX,
        /Author:.*Count again\n\t-Author\n----\nI did\n\t-Author<.*name="Best" count="1" user="Author" comment="Created by Author on/s,
      ],
      [letter, DOCX, /My work/],
    ])
  })

  test('loses what LibreOffice writes beside pictures and scenarios, and keeps the title that a letter shows', async () => {
    const letter = zipOf({
      mimetype: ODT,
      'content.xml': [
        '<svg:desc>C:\\Users\\secret\\Pictures\\cat.jpg</svg:desc><svg:title>../../home/secret/cat.jpg</svg:title>',
        '<svg:desc>A cat at /home</svg:desc><text:title>My cover</text:title>',
        '<text:subject text:fixed="true">My subject</text:subject>',
        '<table:scenario table:is-active="true" table:comment="Created by Ada Secret, on 11/27/2026"/>',
      ].join(''),
    })
    await expectCleaned([
      [
        letter,
        ODT,
        /A cat at \/home.*<text:title text:fixed="true">My cover.*<text:subject text:fixed="true">.*<table:scenario table:is-active="true"\/>/s,
      ],
    ])
  })

  test('keeps what its formulas refer to, and the title on its cover', async () => {
    const metadata =
      '<metadata xmlns:xda="x"><metadataTypes count="1"><metadataType name="XLDAPR"/></metadataTypes></metadata>'
    const book = zipOf({ '[Content_Types].xml': '<Types/>', 'xl/metadata.xml': metadata })
    const letter = zipOf({
      '[Content_Types].xml': '<Types/>',
      'docProps/core.xml': '<cp:coreProperties><dc:title>My cover</dc:title></cp:coreProperties>',
      'word/document.xml': `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/ns1:coreProperties[1]/ns0:title[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w:text/></w:sdtPr><w:t>My cover</w:t></w:sdt>`,
    })
    await expectCleaned([
      [book, XLSX, /<metadata xmlns:xda="x">.*XLDAPR.*<\/metadata>/],
      [letter, DOCX, /<w:sdtPr><w:text\/><\/w:sdtPr><w:t>My cover/],
    ])
  })

  test.each([
    [
      XLSX,
      'xl/workbook.xml',
      '<sheet name="A" sheetId="1" state="visible" r:id="x"/>',
      '<sheet name="B" state="veryHidden"/>',
    ],
    [
      PPTX,
      'ppt/slides/slide2.xml',
      '<p:sld xmlns:p="x" show="1"/>',
      '<p:sld xmlns:p="x" show="0">',
    ],
    [
      DOCX,
      'word/document.xml',
      '<w:webHidden/><w:vanish w:val="0"/>',
      '<w:rPr><w:vanish/></w:rPr>',
    ],
    [
      ODT,
      'content.xml',
      '<style:table-properties table:display="true"/>',
      '<text:section text:display="none"/>',
    ],
    [ODT, 'content.xml', '<text:p/>', '<text:hidden-paragraph text:condition="x">My name'],
    [
      PPTX,
      'ppt/slides/slide1.xml',
      '<p:cNvPr id="2" name="A" hidden="0"/>',
      '<p:cNvPr id="3" name="B" hidden="1"/>',
    ],
    [XLSX, 'xl/externalLinks/externalLink1.xml', '<externalBook/>', '<sheetDataSet><row/>'],
    [
      DOCX,
      'word/_rels/settings.xml.rels',
      '<Relationship Id="a" Type="http://x/hyperlink" Target="https://example.org/" TargetMode="External"/>',
      '<Relationship Id="b" Type="http://x/attachedTemplate" Target="https://school.example/personal/ada/t.dotx" TargetMode="External"/>',
    ],
    [
      DOCX,
      'word/_rels/document.xml.rels',
      '<Relationship Id="a" Type="http://x/image" Target="media/image1.png"/>',
      '<Relationship Id="b" Type="http://x/image" Target="https://school.example/x.png?a>b" TargetMode="External"/>',
    ],
    [
      DOCX,
      'word/_rels/document.xml.rels',
      '<Relationship Id="a" Type="http://x/image" Target="media/image1.png"/>',
      '<Relationship Id="b" Type="http://x/image" Target="h&#116;tp://school.example/x.png" TargetMode="External"/>',
    ],
    [
      ODT,
      'content.xml',
      '<text:a xlink:href="https://example.org/">A link</text:a><draw:image xlink:href="Pictures/1.png"/>',
      '<draw:image xlink:href="https://school.example/x.png"/>',
    ],
    [
      ODT,
      'content.xml',
      '<draw:image xl:href = "Pictures/1.png"/>',
      '<draw:image xl:href = "vnd.sun.star.webdav://school.example/x.png"/>',
    ],
    [DOCX, 'word/document.xml', '<w:instrText>PAGE', '<w:instrText> DDEAUTO c:cmd.exe'],
    [
      DOCX,
      'word/document.xml',
      '<w:fldSimple w:instr=" PAGE "/>',
      '<w:fldSimple w:instr=\' INCLUDEPICTURE "https://school.example/x.png" \\d\'/>',
    ],
  ])(
    'of type %s is left alone with what is hidden in it: anybody can show it',
    async (type, name, seen, hidden) => {
      const made = (xml: string) => zipOf({ '[Content_Types].xml': '<Types/>', [name]: xml })
      expect(await clean(made(seen), type)).toBeInstanceOf(Buffer)
      expect(await clean(made(`${seen}${hidden}`), type)).toBe(false)
    },
  )

  test('that is signed, unpacks to more than it should or holds what cannot be cleaned is left alone', async () => {
    const parts: [string, string | Buffer][] = [
      ['_xmlsignatures/sig1.xml', '<Signature/>'],
      ['word/media/image1.tiff', 'II*'],
      ['word/media/image1.jpg', 'no picture'],
      ['word/embeddings/oleObject1.bin', 'x'],
      ['word/embeddings/drawing.vsdx', 'PK'],
      ['word/afchunk.mht', 'From: Secret'],
      ['word/media/image1.dat', '\0\0\0\x18ftypheic'],
      ['word/media/image1.emf', 'II*'],
      ['word/media/image2.emf', 'BM Exif\0\0'],
      ['word/media/image1.svg', '<svg><image href="data:image/jpeg;base64,/9j/"/></svg>'],
      ['word/document.xml', Buffer.alloc(160 * 2 ** 20)],
    ]
    for (const [name, content] of parts) {
      const bytes = zipOf({ '[Content_Types].xml': '<Types/>', [name]: content })
      expect(await clean(bytes, DOCX)).toBe(false)
    }
  })
})

test('whatever comes, the next file is cleaned', async () => {
  const film = await madeElsewhere('film.mp4')
  const cut = film.subarray(0, film.length / 2)
  expect(await clean(cut, 'video/mp4')).toBe(false)
  expect(await clean(film, 'video/mp4')).toBeInstanceOf(Buffer)
})
