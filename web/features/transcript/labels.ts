import type { IssuedSummary, TranscriptRecord } from '#contract/transcript'

const figures = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Always two decimals, so that columns align. */
export const twoDecimals = (value: number): string => figures.format(value)

/** "2026–2027". */
export const yearName = (schoolYear: string): string => schoolYear.replace('-', '–')

export const nameOf = ({ learner }: TranscriptRecord): string =>
  `${learner.first_name} ${learner.last_name}`.trim()

export const STATE_NAMES = {
  valid: 'Valid',
  expired: 'Expired',
  revoked: 'Revoked',
} satisfies Record<IssuedSummary['state'], string>

export const STATE_TONES = {
  valid: 'success',
  expired: 'neutral',
  revoked: 'danger',
} as const satisfies Record<IssuedSummary['state'], string>

export const RENDERING_NAMES = {
  mastery: 'Credits with mastery',
  courses: 'Courses by school year',
} satisfies Record<IssuedSummary['rendering'], string>

export const piecesInWords = (pieces: number, revised: number): string => {
  if (pieces === 0) return 'None'
  const words = pieces === 1 ? '1 piece' : `${pieces} pieces`
  return revised === 0 ? words : `${words}, ${revised} after revision`
}
