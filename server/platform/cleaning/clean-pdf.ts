import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFPageLeaf,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

import { cleanJpeg } from './clean-picture.ts'
import { isLocalPath, REMOVED } from './local-path.ts'

const name = (of: string) => PDFName.of(of)

/** In these annotations, T is the author; in form fields it is the field's name. */
const NOTES = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink FileAttachment Sound Redact Popup Link'
    .split(' ')
    .map(name),
)

/** Entries of metadata, of programs, and of earlier states: Thumb is a picture of a page. */
const HIDDEN = 'Metadata PieceInfo LastModified Thumb CreatorInfo SpiderInfo'.split(' ').map(name)

/** Entries of one program for itself: Apple's contain a second copy of a note with its author, pdfTeX's those of a picture. */
const PRIVATE = /^\/(?:AAPL:|PTEX\.)/

/** Entries of the document's structure that tell what is on a page. */
const WORDS = 'Alt ActualText E T'.split(' ').map(name)

/** Entries that name a file or an address. Word describes a picture by its path if nobody has described it. */
const PLACES = 'F UF URI Base DOS Mac Unix Alt'.split(' ').map(name)

/**
 * Returns a PDF with the same pages: without author, title, dates, programs, annotation authors, links to files on the author's
 * computer, and metadata of photos.
 */
export const cleanPdf = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  const { context, catalog } = pdf
  const form = catalog.lookupMaybe(name('AcroForm'), PDFDict)
  if (form?.has(name('SigFlags'))) throw new Error('a signature would be broken')
  if (form?.has(name('XFA'))) throw new Error('its form is another document')
  if (hasHiddenLayer(catalog)) throw new Error('a layer is hidden')
  delete context.trailerInfo.Info
  dropDeletedPages(pdf)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    for (const dict of dictsIn(object)) cleanDict(dict)
    if (object instanceof PDFRawStream) context.assign(ref, cleanStream(object))
  }
  dropUnused(context)
  return pdf.save({ updateFieldAppearances: false, addDefaultPage: false })
}

/** Layers that viewers hide, until somebody shows them (ISO 32000-1, 8.11.4). */
const hasHiddenLayer = (catalog: PDFDict): boolean => {
  const layers = catalog.lookupMaybe(name('OCProperties'), PDFDict)
  const usual = layers?.lookupMaybe(name('D'), PDFDict)
  const hidden = usual?.lookupMaybe(name('OFF'), PDFArray)
  return usual?.lookup(name('BaseState')) === name('OFF') || (hidden?.size() ?? 0) > 0
}

const dictOf = (object: PDFObject) => {
  if (object instanceof PDFStream) return object.dict
  return object instanceof PDFDict ? object : undefined
}

/** The dictionaries of an object, including directly nested ones. */
const dictsIn = (object: PDFObject): PDFDict[] => {
  const found: PDFDict[] = []
  const left = [object]
  for (let next = left.pop(); next; next = left.pop()) {
    const dict = dictOf(next)
    if (dict) {
      found.push(dict)
      left.push(...dict.values())
    } else if (next instanceof PDFArray) {
      left.push(...next.asArray())
    }
  }
  return found
}

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString

const cleanDict = (dict: PDFDict): void => {
  if (dict.has(name('EF'))) throw new Error('other files are in it')
  for (const key of HIDDEN) dict.delete(key)
  const isAboutDeletedPage = dict.has(name('Pg')) && !dict.lookup(name('Pg'))
  if (isAboutDeletedPage) for (const key of WORDS) dict.delete(key)
  for (const key of dict.keys()) if (PRIVATE.test(key.asString())) dict.delete(key)
  for (const key of PLACES) {
    const place = dict.lookup(key)
    if (isText(place) && isLocalPath(place.decodeText())) dict.set(key, PDFString.of(REMOVED))
  }
  const kind = dict.get(name('Subtype'))
  if (!(kind instanceof PDFName) || !NOTES.has(kind)) return
  const author = dict.get(name('T'))
  if (isText(author) || author instanceof PDFRef) dict.delete(name('T'))
}

/** In these encodings, a PDF contains photos exactly as the camera produced them. */
const [JPEG, JPEG_2000] = [name('DCTDecode'), name('JPXDecode')]

const cleanStream = (stream: PDFRawStream): PDFRawStream => {
  const filter = stream.dict.lookup(name('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : [filter]
  if (filters.some((each) => each instanceof PDFRef)) throw new Error('its filters are unusual')
  if (filters.includes(JPEG_2000)) throw new Error('a photo cannot be cleaned')
  if (!filters.includes(JPEG)) return stream
  if (filters.length > 1) throw new Error('a photo is packed twice')
  return PDFRawStream.of(stream.dict, cleanJpeg(stream.contents))
}

/** Removes pages that the document no longer has: links, headings and its structure may still name them, with all that was on them. */
const dropDeletedPages = (pdf: PDFDocument): void => {
  const shown = new Set(pdf.getPages().map(({ ref }) => ref))
  for (const [ref, object] of pdf.context.enumerateIndirectObjects())
    if (object instanceof PDFPageLeaf && !shown.has(ref)) pdf.context.delete(ref)
}

/** Removes unreferenced objects, such as metadata of an earlier revision. */
const dropUnused = (context: PDFContext): void => {
  const used = new Set<PDFRef>()
  const { Root, Info, Encrypt, ID } = context.trailerInfo
  const left: (PDFObject | undefined)[] = [Root, Info, Encrypt, ID]
  while (left.length > 0) {
    const next = left.pop()
    if (next instanceof PDFRef) {
      if (used.has(next)) continue
      used.add(next)
      left.push(context.lookup(next))
    } else if (next instanceof PDFArray) {
      left.push(...next.asArray())
    } else if (next) {
      left.push(...(dictOf(next)?.values() ?? []))
    }
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!used.has(ref)) context.delete(ref)
}
