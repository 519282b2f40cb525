import { readFile } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'

import { DOCUMENTS_AND_MEDIA, PICTURES } from './accepted-types.ts'
import { isPlainText } from './plain-text.ts'

export const TEXT = 'text'

/**
 * Detects a file's type by content; returns `TEXT` for plain text and null for unsupported files. Runs in the decoding process.
 */
export const identify = async (file: string): Promise<string | null> => {
  const found = (await fileTypeFromFile(file))?.mime ?? ''
  const type = (await hasOnlySound(found, file)) ? found.replace('video', 'audio') : found
  if (PICTURES[type] || DOCUMENTS_AND_MEDIA[type]) return type
  // Text can match a signature by chance: "BMI" begins like a bitmap.
  return isPlainText(await readFile(file)) ? TEXT : null
}

/** True for a recorded voice, whose container is the same as a video's. */
const hasOnlySound = async (type: string, file: string): Promise<boolean> => {
  if (type !== 'video/webm' && type !== 'video/mp4') return false
  const { ALL_FORMATS, BufferSource, Input } = await import('mediabunny')
  const input = new Input({ source: new BufferSource(await readFile(file)), formats: ALL_FORMATS })
  try {
    const tracks = await input.getTracks()
    return tracks.length > 0 && tracks.every((track) => track.isAudioTrack())
  } catch {
    // Unreadable tracks: it is stored as its container says.
    return false
  }
}
