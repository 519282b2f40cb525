import { number } from '#web/format'

/** Credits with their sign. */
export const signed = (credits: number): string =>
  credits > 0 ? `+${number(credits)}` : number(credits)
