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
  const target = new BufferTarget()
  const output = new Output({ format: format(), target })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  if (!conversion.isValid) throw new Error('cannot be packed anew')
  await conversion.execute()
  if (!target.buffer) throw new Error('nothing was written')
  const clean = new Uint8Array(target.buffer)
  const [before, after] = [await piecesOf(input), await piecesOf(open(clean))]
  // Allows the loss of packets that no player would play: before the start, or after the end of a truncated file.
  const isKept = before.every((count, i) => (after[i] ?? 0) * 2 >= count)
  if (before.length === 0 || !isKept) throw new Error('something would be lost')
  return clean
}

const open = (bytes: Uint8Array) =>
  new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })

/** Packets per track, video before audio. */
const piecesOf = async (input: Input): Promise<number[]> => {
  const tracks = [...(await input.getVideoTracks()), ...(await input.getAudioTracks())]
  return Promise.all(tracks.map(async (track) => (await track.computePacketStats()).packetCount))
}
