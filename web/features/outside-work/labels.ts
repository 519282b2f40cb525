import type { OutsideWork } from '#contract/outside-work'
import type { OutsideState } from '#rules/outside-work'
import { dayInWords, number } from '#web/format'

export const hoursInWords = (hours: number): string =>
  hours === 1 ? '1 hour' : `${number(hours)} hours`

export const daysInWords = ({
  from_day,
  until_day,
}: Pick<OutsideWork, 'from_day' | 'until_day'>): string =>
  from_day === until_day
    ? dayInWords(from_day)
    : `${dayInWords(from_day)} to ${dayInWords(until_day)}`

export const STATE_LABELS = {
  proposed: 'Waits for the advisor',
  asked: 'Waits for the witness',
  confirmed: 'Confirmed by the witness',
  denied: 'Not confirmed by the witness',
  silent: 'The witness has not answered',
  declined: 'Declined',
  credited: 'Credited',
} satisfies Record<OutsideState, string>

export const STATE_TONES = {
  proposed: 'neutral',
  asked: 'neutral',
  confirmed: 'success',
  denied: 'warning',
  silent: 'warning',
  declined: 'warning',
  credited: 'success',
} as const satisfies Record<OutsideState, string>
