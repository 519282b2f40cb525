import { addDays, mondayOf } from '#rules/plan'
import { extractSentences, plainWords } from '#rules/text/sentences'

type Piece = {
  /** Day of the submission (YYYY-MM-DD), where the reader is. */
  day: string
  reflection: string | null
  blocks: readonly {
    type: string
    text?: string | undefined
    file_id?: string | undefined
    alt?: string | undefined
    caption?: string | undefined
    submitter?: string | undefined
  }[]
}

/** Marks of Markdown at the edges of words. */
const EMPHASIS = /(^|[\s“"(])[*_]+|[*_]+(?=$|[\s”".,!?;:)])/g

/** Characters read of a text: enough for a sentence. */
export const MAX_READ = 2000

const SHORTEST = 25
const LONGEST = 180

/** Longest sentence that is neither a fragment nor a paragraph; undefined if the text has none. */
const bestSentence = (text: string): string | undefined => {
  const { sentences, rest } = extractSentences(
    plainWords(text.slice(0, MAX_READ)).replaceAll(EMPHASIS, '$1'),
  )
  return [...sentences, rest]
    .map((sentence) =>
      sentence

        .replaceAll(/\s+/g, ' ')
        .replace(/^[-*>\d.\s]+/, '')
        .trim(),
    )
    .filter(({ length }) => SHORTEST <= length && length <= LONGEST)
    .toSorted((a, b) => b.length - a.length)[0]
}

/** The first piece that has a sentence in one of its texts. */
const firstSentence = <P extends Piece>(pieces: readonly P[], textOf: (piece: P) => string) => {
  for (const piece of pieces) {
    const words = bestSentence(textOf(piece))
    if (words !== undefined) return { words, piece }
  }
  return undefined
}

/** Text that the learner wrote, without what others added. */
const ownText = ({ blocks }: Piece) =>
  blocks.map(({ text, submitter }) => (submitter ? '' : (text ?? ''))).join('\n')

/**
 * Chooses a sentence and a picture from the current week's work, or from the last week's as long as there is none. What the
 * learner says about the work comes before the work itself.
 * @param pieces newest first
 */
export const weekAtAGlance = <P extends Piece>(pieces: readonly P[], today: string) => {
  const monday = mondayOf(today)
  const within = (from: string) => pieces.filter(({ day }) => from <= day && day < addDays(from, 7))
  const current = within(monday)
  const starts_on = current.length > 0 ? monday : addDays(monday, -7)
  const chosen = current.length > 0 ? current : within(starts_on)
  if (chosen.length === 0) return null
  const sentence =
    firstSentence(chosen, ({ reflection }) => reflection ?? '') ?? firstSentence(chosen, ownText)
  const picture = chosen
    .flatMap(({ blocks }) => blocks)
    .find(({ type, file_id }) => type === 'image' && file_id !== undefined)
  return {
    starts_on,
    is_current: current.length > 0,
    tasks: chosen.length,
    sentence: sentence ?? null,
    picture: picture
      ? { file_id: picture.file_id!, alt: picture.alt || picture.caption || 'Picture of the work' }
      : null,
  }
}
