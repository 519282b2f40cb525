import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in prerendered HTML and during hydration, then true. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
