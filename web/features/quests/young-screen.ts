import { useState } from 'react'

import { isYoung } from '#rules/age'
import { useAuth } from '#views/auth'
import { utcDay } from '#web/format'

/** True for children whose texts are read to them. */
export const useIsYoung = (): boolean => {
  const { user } = useAuth()
  const [today] = useState(utcDay)
  return isYoung(user?.date_of_birth ?? null, today)
}

/** True for young children, unless a guardian has turned their screen off: without points, credits and levels. */
export const useYoungScreen = (): boolean => {
  const { user } = useAuth()
  // Users that an earlier version of this app saved have no choice.
  return useIsYoung() && user?.young_screen !== false
}
