import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

import { cleanMedia } from './clean-media.ts'
import { cleanGif, cleanJpeg, cleanPng, isGif, isJpeg, isPng } from './clean-picture.ts'
import { INNER_PATH, LOCAL_PATH, REMOVED } from './local-path.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 100 * 2 ** 20
// The earliest time in ZIP.
const LONG_AGO = new Date(1980, 0, 1, 12)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OOXML = 'http://schemas.openxmlformats.org/'

/** Parts with metadata only, emptied: other parts refer to them. By path, and by content where programs choose the path. */
const EMPTIED: { path: RegExp; content?: RegExp; by: string }[] = [
  {
    path: /\.(?:xml|psmdcp)$/i,
    content: /<(?:\w+:)?coreProperties\b/,
    by: `${XML}<cp:coreProperties xmlns:cp="${OOXML}package/2006/metadata/core-properties"/>`,
  },
  {
    path: /^docProps\/app\d*\.xml$/i,
    by: `${XML}<Properties xmlns="${OOXML}officeDocument/2006/extended-properties"/>`,
  },
  {
    path: /^docProps\/custom\d*\.xml$/i,
    by: `${XML}<Properties xmlns="${OOXML}officeDocument/2006/custom-properties"/>`,
  },
  {
    // Of objects in the document as well.
    path: /(?:^|\/)meta\.xml$/,
    by: `${XML}<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"/>`,
  },
]

/** Picture of the first page, possibly of an earlier state. Programs that open the document do not read it. */
const THUMBNAIL = /^(?:docProps|Thumbnails)\/thumbnail\.\w+$/i

const SIGNATURE = /(?:^|\/)(?:_xmlsignatures\/|documentsignatures\.xml$|macrosignatures\.xml$)/i
const TEXT = /\.(?:xml|rels|svg|vml|psmdcp|rdf)$/i
const MEDIA = /\.(?:mp4|m4v|mov|m4a|mp3|wav|webm|ogg)$/i
const DOCUMENT = /\.(?:docx|xlsx|pptx|od[tsp])$/i
/** Printer settings contain only the printer; LibreOffice's cache positions of lines. */
const HARMLESS =
  /(?:^|\/)(?:printerSettings\d*\.bin|mimetype|layout-cache)$|\.(?:odttf|fntdata|ttf|otf)$/i
/** Drawings and plain bitmaps: BMP, EMF, two kinds of WMF, and LibreOffice's own. */
const DRAWINGS: [at: number, bytes: string][] = [
  [0, 'BM'],
  [40, ' EMF'],
  [0, '\xd7\xcd\xc6\x9a'],
  [0, '\x01\0\x09\0'],
  [0, 'VCLMTF'],
]
/** Metadata of a photo in a drawing. */
const PHOTO_DATA = ['Exif\0\0', '<x:xmpmeta', 'http://ns.adobe.com/']

/** Replaces all authors, editors and commenters. */
const NOBODY = 'Author'

/** Attributes that name people in the parts of an Office document. */
const ATTRIBUTES: [part: RegExp, attribute: RegExp][] = [
  [/^word\//, /(\s(?:w|w15):(?:author|initials|userId|providerId)=)(?:"[^"]*"|'[^']*')/g],
  [
    // PowerPoint lists who changed what, with names and addresses, in changesInfos.
    /^ppt\/(?:(?:commentAuthors|authors)\.xml$|changesInfos\/)/,
    /(\s(?:name|initials|userId|providerId)=)(?:"[^"]*"|'[^']*')/g,
  ],
  [/^xl\/persons\//, /(\s(?:displayName|userId|providerId)=)(?:"[^"]*"|'[^']*')/g],
  [/^xl\/(?:revisions\/|workbook\.xml$)/, /(\s(?:\w+:)?userName=)(?:"[^"]*"|'[^']*')/g],
  [/^xl\/revisions\/userNames\.xml$/, /(\sname=)(?:"[^"]*"|'[^']*')/g],
  [/^xl\/pivotCache\//, /(\srefreshedBy=)(?:"[^"]*"|'[^']*')/g],
  // Tasks that a comment gives to somebody, in all programs.
  [/(?:^|\/)documenttasks\//i, /(\suser(?:Id|Name|Provider)=)(?:"[^"]*"|'[^']*')/g],
]
const TAGS = /<[^<>!?/](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g

/** Elements that name people. */
const ELEMENTS: [part: RegExp, element: RegExp][] = [
  [/^xl\/(?:comments\/)?comments?[^/]*\.xml$/, /(<(?:\w+:)?author(?:\s[^<>]*)?>)[^<]*(?=<\/)/g],
  // Google signs each comment below its text.
  [
    /^xl\/(?:comments\/)?comments?[^/]*\.xml$/,
    /((?:\n|&#10;|&#xA;)(?:\t|&#9;)-)(?:(?!&#10;|&#xA;)[^<\n])*/g,
  ],
  [
    /(?:^|\/)(?:content|styles)\.xml$/,
    /(<(?:dc:creator|meta:creator-initials|loext:sender-initials|text:(?:author|initial|sender)-[a-z-]+|text:creator|text:printed-by)(?:\s[^<>]*)?>)[^<]*(?=<\/)/g,
  ],
]

/** The remark of a scenario, which LibreOffice begins with who made it. */
const REMARKS = /(<table:scenario\s(?:[^<>"]|"[^"<]*")*?)\stable:comment="[^"]*"/g
/** Fields that show a property of the document: they keep their text when the property is gone. */
const SHOWN = /<text:(?:title|subject|keywords|description)(?![^<>]*\stext:fixed=)(?=[\s>])/g

/**
 * The path of a workbook; and in a letter, which properties of the document a text repeats, such as the title on a cover: without
 * these properties, Word would empty it.
 */
const DROPPED =
  /<x15ac:absPath\s[^<>]*\/>|<w(?:15)?:dataBinding\s[^<>]*(?:6C3C8BC8-F283-45AE-878A-BAB7291924A1|6668398D-A668-4E3E-A5EB-62B293D839F1)[^<>]*\/>/gi
/** The description of a drawing. In a workbook, the element of this name is what its formulas refer to. */
const DESCRIPTION = /<(\w+:)?metadata(?:\s[^<>]*)?>[^]*?<\/\1metadata>/g
/** Properties that SharePoint adds, such as with whom a document is shared. */
const PROPERTIES = /(<documentManagement(?:\s[^<>]*)?>)[^]*?(?=<\/documentManagement>)/g
/** Links of OpenDocument, which load nothing until somebody follows them. */
const FOLLOWED = /^<(?:text:a|draw:a|draw:area-[a-z]+|presentation:event-listener)\s/
const REFERS = /\s(?:Target|[\w.-]+:href)\s*=/
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')/g
const CODED = /&#(x[\da-f]{1,6}|\d{1,7});/gi

/** Address of a part that a tag refers to, other than one that somebody follows. */
const addressIn = (tag: string): string | undefined => {
  const attributes = new Map(
    tag.matchAll(ATTRIBUTE).map(([, name, value]) => [name, value!.slice(1, -1)]),
  )
  if (!/^<(?:\w+:)?Relationship\s/.test(tag)) {
    const href = [...attributes].find(([name]) => name?.endsWith(':href'))?.[1]
    return FOLLOWED.test(tag) ? undefined : href
  }
  const isLink = attributes.get('Type')?.endsWith('/hyperlink')
  return isLink || !attributes.has('TargetMode') ? undefined : attributes.get('Target')
}

/** True if a document loads something from another computer, which tells where and when it is opened, or whose it is. */
const isLoading = (xml: string): boolean =>
  (xml.match(FIELDS) ?? []).some((field) => field.includes('INCLUDE') && /https?:/i.test(field)) ||
  xml.matchAll(TAGS).some(([tag]) => {
    if (!REFERS.test(tag)) return false
    const address = addressIn(tag)?.replaceAll(CODED, (_, code: string) =>
      String.fromCharCode(Number(code.startsWith('x') ? `0${code}` : code)),
    )
    // Paths on the own computer are removed elsewhere.
    return address !== undefined && /^\s*(?:(?!file:)[a-z][a-z\d.+-]+:|\/\/|\\\\)/i.test(address)
  })

/** Content that programs hide until somebody shows it: sheets, slides, shapes and words; copies of tables that stand elsewhere. */
const HIDDEN: [part: RegExp, mark: RegExp][] = [
  [/^xl\/workbook\.xml$/, /<(?:\w+:)?sheet\s[^<>]*\bstate=["'](?:hidden|veryHidden)["']/],
  [/^ppt\/slides\//, /<(?:\w+:)?sld\s[^<>]*\bshow=["'](?:0|false)["']/],
  [
    /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/,
    /<w:(?:vanish|specVanish)(?![^<>]*\bw:val=["'](?:0|false|off)["'])[\s/>]/,
  ],
  [/^word\/styles\.xml$/, /<w:specVanish(?![^<>]*\bw:val=["'](?:0|false|off)["'])[\s/>]/],
  [/^(?:ppt|word|xl)\//, /<(?:\w+:)?(?:cNvPr|docPr)\s[^<>]*\bhidden=["'](?:1|true)["']/],
  [
    /(?:^|\/)(?:content|styles)\.xml$/,
    /\s(?:table:display=["']false|presentation:visibility=["']hidden|(?:text|draw):display=["']none)["']|<text:hidden-(?:text|paragraph)\b/,
  ],
  [/^xl\/pivotCache\/pivotCacheRecords\d*\.xml$/, /</],
  [/^xl\/connections\.xml$/, /(?:user ?id|uid|password|pwd)\s*=/i],
  [/^xl\/externalLinks\//, /<(?:\w+:)?sheetDataSet[\s>]/],
  [/^word\//, /<w:instrText(?:\s[^<>]*)?>\s*DDE|\sw:instr=["']\s*DDE/i],
]
/** Attributes with a path, such as the template of a letter, where a picture was, or the source of a mail merge. */
const VALUES = /(\s[\w:.-]+=)("[^"]*"|'[^']*')/g
const HAS_PATH = new RegExp(String.raw`["']${LOCAL_PATH}|${INNER_PATH}`, 'i')
/** Texts about a picture: a picture that Word has once described by its path keeps it in LibreOffice. */
const DESCRIBED = new RegExp(
  String.raw`(<svg:(?:title|desc)(?:\s[^<>]*)?>)${LOCAL_PATH}[^<]*`,
  'gi',
)
/** Instructions of fields, and the paths in them. */
const FIELDS = /<w:instrText(?:\s[^<>]*)?>[^<]*|\sw:instr=(?:"[^"<]*"|'[^'<]*')/g
const PATHS_IN_FIELD = /(?<![a-z])(?:file:|[a-z]:[\\/]|\\\\)[^"'&<]*/gi

/**
 * Returns a DOCX, XLSX, PPTX, ODT, ODS or ODP with the same content: without description, thumbnail, authors, editors and
 * commenters, and without metadata of embedded media.
 */
export const cleanOffice = async (bytes: Uint8Array): Promise<Uint8Array> => {
  let unpacked = 0
  let count = 0
  const parts = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      unpacked += originalSize
      count += 1
      if (count > MAX_ENTRIES || unpacked > MAX_UNPACKED) throw new Error('too much is in it')
      return true
    },
  })
  const cleaned: Zippable = {}
  // In the original order: OpenDocument requires its type first, uncompressed.
  for (const [path, content] of Object.entries(parts)) {
    const level = path === 'mimetype' ? 0 : 6
    cleaned[path] = [await cleanPart(path, content), { level, mtime: LONG_AGO }]
  }
  return zipSync(cleaned)
}

/** @throws an error for a part that cannot be inspected, or would be broken */
const cleanPart = async (path: string, content: Uint8Array): Promise<Uint8Array> => {
  if (content.length === 0) return content
  if (THUMBNAIL.test(path)) return new Uint8Array()
  if (isJpeg(content) || /\.jpe?g$/i.test(path)) return cleanJpeg(content)
  if (isPng(content) || /\.png$/i.test(path)) return cleanPng(content)
  if (isGif(content)) return cleanGif(content)
  if (MEDIA.test(path)) return cleanMedia(content)
  if (DOCUMENT.test(path)) return cleanOffice(content)
  if (SIGNATURE.test(path)) throw new Error('a signature would be broken')
  if (TEXT.test(path)) return strToU8(cleanText(path, textOf(content)))
  if (HARMLESS.test(path) || isPlainDrawing(content)) return content
  throw new Error(`cannot clean ${path}`)
}

const isPlainDrawing = (content: Uint8Array): boolean => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  return (
    DRAWINGS.some(([at, start]) => bytes.toString('latin1', at, at + start.length) === start) &&
    !PHOTO_DATA.some((data) => bytes.includes(data, 0, 'latin1'))
  )
}

const cleanText = (path: string, xml: string): string => {
  const emptied = EMPTIED.find((each) => each.path.test(path) && (each.content?.test(xml) ?? true))
  if (emptied) return emptied.by
  if (path === 'META-INF/manifest.xml' && xml.includes('encryption-data')) {
    throw new Error('it is encrypted')
  }
  const hasPicture =
    xml.includes('<office:binary-data') || (/\.svg$/i.test(path) && /data:image\//i.test(xml))
  if (hasPicture) throw new Error('a picture is written as text')
  if (HIDDEN.some(([part, mark]) => part.test(path) && mark.test(xml)))
    throw new Error('a part of it is hidden')
  if (isLoading(xml)) throw new Error('a part of it is elsewhere')
  const described = /\.svg$/i.test(path) ? xml.replaceAll(DESCRIPTION, '') : xml
  const shown = described.replaceAll(REMARKS, '$1').replaceAll(SHOWN, '$& text:fixed="true"')
  return withoutPaths(withoutPeople(path, shown))
}

/** @throws an error for XML that is not in UTF-8 */
const textOf = (content: Uint8Array): string => {
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(content)
  if (/^<\?xml[^>]*encoding=["'](?!utf-8)/i.test(xml)) throw new Error('not UTF-8')
  return xml
}

const withoutPaths = (xml: string): string => {
  const without = xml
    .replaceAll(DROPPED, '')
    .replaceAll(DESCRIBED, `$1${REMOVED}`)
    .replaceAll(FIELDS, (field) => field.replaceAll(PATHS_IN_FIELD, REMOVED))
  if (!HAS_PATH.test(without)) return without
  return without.replaceAll(TAGS, (tag) =>
    tag.replaceAll(VALUES, (attribute: string, start: string, value: string) =>
      HAS_PATH.test(value) ? `${start}"${REMOVED}"` : attribute,
    ),
  )
}

/** Texts that Excel begins with a name: a note with its author’s, and the remark of a scenario with that of who made it. */
const SIGNED: [part: RegExp, name: RegExp, text: (name: string) => string][] = [
  [/^xl\/comments/, /<(?:\w+:)?author(?:\s[^<>]*)?>([^<]+)<\//g, (name) => `>${name}:`],
  [/^xl\/worksheets\//, /<(?:\w+:)?scenario\s(?:[^<>]*\s)?user="([^"<>]+)"/g, (name) => name],
]

const withoutSignatures = (path: string, xml: string): string => {
  let without = xml
  for (const [, name, textWith] of SIGNED.filter(([part]) => part.test(path))) {
    for (const each of new Set(xml.matchAll(name).map(([, found = '']) => found))) {
      const signed = textWith(each)
      without = without.replaceAll(
        signed,
        signed.replace(each, () => NOBODY),
      )
    }
  }
  return without
}

const withoutPeople = (path: string, xml: string): string => {
  let without = withoutSignatures(path, xml.replaceAll(PROPERTIES, '$1'))
  for (const [, attribute] of ATTRIBUTES.filter(([part]) => part.test(path))) {
    without = without.replaceAll(TAGS, (tag) => tag.replaceAll(attribute, `$1"${NOBODY}"`))
  }
  for (const [, element] of ELEMENTS.filter(([part]) => part.test(path))) {
    without = without.replaceAll(element, `$1${NOBODY}`)
  }
  return without
}
