import type { TranscriptRecord } from '#contract/transcript'

/** The one place where badges come into the record: none, as long as there is no feature that awards them. */
export const badgesOf = (): { shown: TranscriptRecord['badges']; credentials: string[] } => ({
  shown: [],
  credentials: [],
})
