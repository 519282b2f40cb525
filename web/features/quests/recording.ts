import { MAX_UPLOAD } from '#rules/uploads'

/** Half an hour at 48 kbit/s is 11 MB. */
export const MAX_SECONDS = 30 * 60
const BITS_PER_SECOND = 48_000

/** The first that the browser records. Every browser plays AAC; Firefox records Ogg, Chromium WebM. */
const TYPES = [
  'audio/mp4;codecs=mp4a.40.2',
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4',
]

const ENDINGS: Record<string, string> = {
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
}

export const canRecord = () => 'MediaRecorder' in window

/** Records a stream until `stop`, the end of the stream, or the limits. */
export const startRecording = (stream: MediaStream, onEnd: () => void) => {
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(type ? { mimeType: type } : {}),
  })
  const parts: Blob[] = []
  const startedAt = Date.now()
  const seconds = () => Math.floor((Date.now() - startedAt) / 1000)
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) parts.push(data)
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    if (seconds() >= MAX_SECONDS || size > MAX_UPLOAD - 2 ** 20) stop()
  })
  recorder.addEventListener('stop', onEnd)
  // In parts, so that a recording that is interrupted is not lost.
  recorder.start(1000)
  return {
    stop,
    seconds,
    /** Recording so far. */
    file: (): File | undefined => {
      const [base = 'audio/webm'] = recorder.mimeType.split(';')
      const time = new Date(startedAt).toTimeString().slice(0, 5).replace(':', '.')
      const name = `Recording ${time}.${ENDINGS[base] ?? 'webm'}`
      return parts.length === 0 ? undefined : new File(parts, name, { type: base })
    },
  }
}

export type Recording = ReturnType<typeof startRecording>
