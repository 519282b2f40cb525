import { useDeferredValue } from 'react'

/** More than a phone shows before anyone scrolls. */
const FIRST = 8

/** The items of the first screen, then all of them, rendered in slices: hundreds at once hold up a slow phone for seconds. */
export const useFirstScreen = <T>(items: readonly T[]): readonly T[] =>
  useDeferredValue(true, false) ? items : items.slice(0, FIRST)
