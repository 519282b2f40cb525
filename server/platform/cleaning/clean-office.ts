import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate'

import { cleanMedia } from './clean-media.ts'
import { cleanJpeg, cleanPng, isJpeg, isPng } from './clean-picture.ts'
import { LOCAL_PATH, REMOVED } from './local-path.ts'

const MAX_ENTRIES = 5000
const MAX_UNPACKED = 100 * 2 ** 20
// The earliest time in ZIP.
const LONG_AGO = new Date(1980, 0, 1, 12)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OOXML = 'http://schemas.openxmlformats.org/'

/** Parts with metadata only, emptied: other parts refer to them. */
const EMPTIED: Record<string, string> = {
  'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${OOXML}package/2006/metadata/core-properties"/>`,
  'docProps/app.xml': `${XML}<Properties xmlns="${OOXML}officeDocument/2006/extended-properties"/>`,
  'docProps/custom.xml': `${XML}<Properties xmlns="${OOXML}officeDocument/2006/custom-properties"/>`,
  'meta.xml': `${XML}<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3"/>`,
}

/** Description in files of other programs than Office, under a name of their own. */
const CORE_PROPERTIES = /\.psmdcp$/i

/** Picture of the first page, possibly of an earlier state. Programs that open the document do not read it. */
const THUMBNAIL = /^(?:docProps|Thumbnails)\/thumbnail\.\w+$/i

/** Parts that would be lost or broken, or that cannot be inspected. */
const OUT_OF_REACH =
  /(?:^|\/)(?:_xmlsignatures\/|documentsignatures\.xml$|macrosignatures\.xml$|vbaProject\.bin$)|\.(?:bin|ole|heic|heif|tiff?|webp|wmv|avi|wma|aiff?|mkv|pdf|doc|xls|ppt|avif|jp2|jxr|wdp)$/i
// Printer settings of common programs are .bin files as well, and contain only the printer.
const HARMLESS = /(?:^|\/)printerSettings\d*\.bin$/i

/** Replaces all authors, editors and commenters. */
const NOBODY = 'Author'

/** Attributes that name people in the parts of an Office document. */
const ATTRIBUTES: [part: RegExp, attribute: RegExp][] = [
  [/^word\//, /(\s(?:w|w15):(?:author|initials|userId|providerId)=)(?:"[^"]*"|'[^']*')/g],
  [
    /^ppt\/(?:commentAuthors|authors)\.xml$/,
    /(\s(?:name|initials|userId|providerId)=)(?:"[^"]*"|'[^']*')/g,
  ],
  [/^xl\/persons\//, /(\s(?:displayName|userId|providerId)=)(?:"[^"]*"|'[^']*')/g],
  [/^xl\/(?:revisions\/|workbook\.xml$)/, /(\s(?:\w+:)?userName=)(?:"[^"]*"|'[^']*')/g],
]
const TAGS = /<[^<>!?/](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g

/** Elements that name people. */
const ELEMENTS: [part: RegExp, element: RegExp][] = [
  [/^xl\/(?:comments\/)?comments?[^/]*\.xml$/, /(<(?:\w+:)?author(?:\s[^<>]*)?>)[^<]*(?=<\/)/g],
  [
    /^(?:[^/]+\/)?(?:content|styles)\.xml$/,
    /(<(?:dc:creator|meta:creator-initials|loext:sender-initials|text:(?:author|initial|sender)-[a-z-]+|text:creator)(?:\s[^<>]*)?>)[^<]*(?=<\/)/g,
  ],
]

/** Elements with metadata only: the path of a workbook, a description of a drawing. */
const DROPPED = /<x15ac:absPath\s[^<>]*\/>|<metadata(?:\s[^<>]*)?>[^]*?<\/metadata>/g
/** Properties that SharePoint adds, such as with whom a document is shared. */
const PROPERTIES = /(<documentManagement(?:\s[^<>]*)?>)[^]*?(?=<\/documentManagement>)/g
/** Attributes with a path, such as the template of a letter, or where a picture was. */
const LOCAL_VALUES = new RegExp(
  String.raw`(\s[\w:.-]+=)(?:"${LOCAL_PATH}[^"]*"|'${LOCAL_PATH}[^']*')`,
  'gi',
)
const QUOTED_PATH = new RegExp(`["']${LOCAL_PATH}`, 'i')
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

const cleanPart = async (path: string, content: Uint8Array): Promise<Uint8Array> => {
  const emptied = EMPTIED[path]
  if (emptied !== undefined) return strToU8(emptied)
  if (CORE_PROPERTIES.test(path)) return strToU8(EMPTIED['docProps/core.xml']!)
  if (content.length === 0) return content
  if (THUMBNAIL.test(path)) return new Uint8Array()
  if (OUT_OF_REACH.test(path) && !HARMLESS.test(path)) throw new Error(`cannot clean ${path}`)
  if (isJpeg(content) || /\.jpe?g$/i.test(path)) return cleanJpeg(content)
  if (isPng(content) || /\.png$/i.test(path)) return cleanPng(content)
  if (/\.(?:mp4|m4v|mov|m4a|mp3|wav|webm|ogg)$/i.test(path)) return cleanMedia(content)
  if (/\.(?:docx|xlsx|pptx|od[tsp])$/i.test(path)) return cleanOffice(content)
  if (path === 'META-INF/manifest.xml' && strFromU8(content).includes('encryption-data')) {
    throw new Error('it is encrypted')
  }
  if (!/\.(?:xml|rels|svg|vml)$/i.test(path)) return content
  return strToU8(withoutPaths(withoutPeople(path, textOf(content))))
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
    .replaceAll(FIELDS, (field) => field.replaceAll(PATHS_IN_FIELD, REMOVED))
  if (!QUOTED_PATH.test(without)) return without
  return without.replaceAll(TAGS, (tag) => tag.replaceAll(LOCAL_VALUES, `$1"${REMOVED}"`))
}

const withoutPeople = (path: string, xml: string): string => {
  let without = xml.replaceAll(PROPERTIES, '$1')
  for (const [, attribute] of ATTRIBUTES.filter(([part]) => part.test(path))) {
    without = without.replaceAll(TAGS, (tag) => tag.replaceAll(attribute, `$1"${NOBODY}"`))
  }
  for (const [, element] of ELEMENTS.filter(([part]) => part.test(path))) {
    without = without.replaceAll(element, `$1${NOBODY}`)
  }
  return without
}
