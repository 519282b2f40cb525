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
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import type { OutputFormat } from 'mediabunny'

/** By the library's name for what a file is. */
const FORMATS: Record<string, () => OutputFormat> = {
  MP4: () => new Mp4OutputFormat(),
  'QuickTime File Format': () => new MovOutputFormat(),
  WebM: () => new WebMOutputFormat(),
  MP3: () => new Mp3OutputFormat(),
  WAVE: () => new WavOutputFormat(),
  Ogg: () => new OggOutputFormat(),
}

/** Packs sound and pictures, as they are, into a new file that says nothing else. */
export const cleanMedia = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const { name } = await input.getFormat()
  const format = FORMATS[name]
  if (!format) throw new Error(`cannot write ${name}`)
  const target = new BufferTarget()
  const output = new Output({ format: format(), target })
  const conversion = await Conversion.init({ input, output, tags: {}, showWarnings: false })
  const { length } = await input.getTracks()
  if (!conversion.isValid || length === 0 || conversion.utilizedTracks.length < length) {
    throw new Error('a track would be lost')
  }
  await conversion.execute()
  if (!target.buffer) throw new Error('nothing was written')
  return new Uint8Array(target.buffer)
}
