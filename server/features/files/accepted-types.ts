/** A file type: its content type, its extensions (the usual one first), and whether browsers may show it inline. */
export type AcceptedType = {
  contentType: string
  endings: string[]
  shown: 'inline' | 'attachment'
}

const type = (
  shown: AcceptedType['shown'],
  contentType: string,
  ...endings: string[]
): AcceptedType => ({ contentType, endings, shown })

/** All images are converted to WebP. */
export const WEBP = type('inline', 'image/webp', 'webp')

/** The only image format that sharp does not read. */
export const HEIC = 'heic'

/** Decodable image formats, by detected content type: sharp's name for each. */
export const PICTURES: Record<string, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
  'image/heic': HEIC,
  'image/heif': HEIC,
}

const PDF = type('inline', 'application/pdf', 'pdf')
const MP3 = type('inline', 'audio/mpeg', 'mp3')
const M4A = type('inline', 'audio/mp4', 'm4a', 'mp4')
const OGG = type('inline', 'audio/ogg', 'ogg', 'oga', 'opus')
const WAV = type('inline', 'audio/wav', 'wav')
const MP4 = type('inline', 'video/mp4', 'mp4', 'm4v')
const WEBM = type('inline', 'video/webm', 'webm')
/** Voices recorded in a browser. */
const WEBM_AUDIO = type('inline', 'audio/webm', 'webm', 'weba')
const MOV = type('inline', 'video/quicktime', 'mov')
const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const OPEN = 'application/vnd.oasis.opendocument.'
const DOCUMENTS = [
  type('attachment', `${OFFICE}wordprocessingml.document`, 'docx'),
  type('attachment', `${OFFICE}spreadsheetml.sheet`, 'xlsx'),
  type('attachment', `${OFFICE}presentationml.presentation`, 'pptx'),
  type('attachment', `${OPEN}text`, 'odt'),
  type('attachment', `${OPEN}spreadsheet`, 'ods'),
  type('attachment', `${OPEN}presentation`, 'odp'),
]

/** Stored unchanged, by detected content type. */
export const DOCUMENTS_AND_MEDIA: Record<string, AcceptedType> = {
  'application/pdf': PDF,
  'audio/mpeg': MP3,
  'audio/mp4': M4A,
  'audio/x-m4a': M4A,
  'audio/ogg': OGG,
  'audio/ogg; codecs=opus': OGG,
  'audio/wav': WAV,
  'audio/webm': WEBM_AUDIO,
  'video/mp4': MP4,
  'video/x-m4v': MP4,
  'video/webm': WEBM,
  'video/quicktime': MOV,
  ...Object.fromEntries(DOCUMENTS.map((document) => [document.contentType, document])),
}

/** Plain text has no signature, so here only, the extension decides among three harmless types. */
export const TEXTS = [
  type('attachment', 'text/plain; charset=utf-8', 'txt'),
  type('attachment', 'text/csv; charset=utf-8', 'csv'),
  type('attachment', 'text/markdown; charset=utf-8', 'md', 'markdown'),
] as const

const INLINE = new Set(
  [WEBP, ...Object.values(DOCUMENTS_AND_MEDIA)]
    .filter(({ shown }) => shown === 'inline')
    .map((t) => t.contentType),
)

/** True if browsers may show this type inline; all others are downloads. */
export const isShownInline = (contentType: string): boolean => INLINE.has(contentType)
