import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

import { isCut } from './edit-list.ts'

/** By the library's name for the file format. */
const FORMATS: Record<string, () => OutputFormat> = {
  MP4: () => new Mp4OutputFormat(),
  'QuickTime File Format': () => new MovOutputFormat(),
  WebM: () => new WebMOutputFormat(),
  MP3: () => new Mp3OutputFormat(),
  WAVE: () => new WavOutputFormat(),
  Ogg: () => new OggOutputFormat(),
}

/** Remuxes audio and video, unchanged, into a new file without metadata. */
export const cleanMedia = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const input = open(bytes)
  const { name } = await input.getFormat()
  const format = FORMATS[name]
  if (!format) throw new Error(`cannot write ${name}`)
  if (isCut(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    throw new Error('what was cut away would be shown')
  const target = new BufferTarget()
  const output = new NamelessOutput({ format: format(), target })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  if (!conversion.isValid) throw new Error('cannot be packed anew')
  await conversion.execute()
  if (!target.buffer) throw new Error('nothing was written')
  const clean = new Uint8Array(target.buffer)
  const result = open(clean)
  await requireNoTags(result)
  const [before, after] = [await piecesOf(input), await piecesOf(result)]
  // Allows the loss of packets that no player would play: before the start, or after the end of a truncated file.
  const isKept = before.every((count, i) => (after[i] ?? 0) * 2 >= count)
  if (before.length === 0 || !isKept) throw new Error('something would be lost')
  return clean
}

const open = (bytes: Uint8Array) =>
  new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })

/** Tracks lose their names, which recorders choose. */
class NamelessOutput extends Output {
  override addVideoTrack(...[source, metadata]: Parameters<Output['addVideoTrack']>) {
    return super.addVideoTrack(source, withoutName(metadata))
  }
  override addAudioTrack(...[source, metadata]: Parameters<Output['addAudioTrack']>) {
    return super.addAudioTrack(source, withoutName(metadata))
  }
}

const withoutName = <T extends { name?: string }>({ name: _, ...metadata }: T = {} as T) => metadata

/** Vorbis and FLAC have tags in what a decoder needs; in some containers the library leaves them there. */
const requireNoTags = async (input: Input): Promise<void> => {
  for (const track of await input.getAudioTracks()) {
    const { description } = (await track.getDecoderConfig()) ?? {}
    if (description === undefined) continue
    const header = Buffer.from(new Uint8Array(description as ArrayBuffer))
    const hasTags =
      (track.codec === 'vorbis' && !isPlainVorbis(header)) ||
      (track.codec === 'flac' && !isPlainFlac(header))
    if (hasTags) throw new Error('its codec has tags')
  }
}

/** Vorbis I, section 5: after the name of the program, a list of comments. That of the encoder alone is common. */
const isPlainVorbis = (header: Buffer): boolean => {
  const start = header.indexOf('\x03vorbis', 0, 'latin1') + 7
  const list = start + 4 + header.readUInt32LE(start)
  const count = header.readUInt32LE(list)
  return count === 0 || (count === 1 && /^encoder=/i.test(header.toString('latin1', list + 8)))
}

/** RFC 9639, section 8: only stream info, padding and a seek table. */
const isPlainFlac = (header: Buffer): boolean => {
  for (let at = 4; at + 4 <= header.length; at += 4 + header.readUIntBE(at + 1, 3)) {
    if (![0, 1, 3].includes(header[at]! & 0x7f)) return false
  }
  return header.toString('latin1', 0, 4) === 'fLaC'
}

/** Packets per track, video before audio. */
const piecesOf = async (input: Input): Promise<number[]> => {
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())]
  return Promise.all(tracks.map(async (track) => (await track.computePacketStats()).packetCount))
}
