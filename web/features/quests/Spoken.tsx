import { type ReactNode, useSyncExternalStore } from 'react'

import { lazyPart } from '#ui'

import { findVoice, followVoices } from './voices.ts'
import { useIsYoung } from './young-screen.ts'

const Reader = lazyPart(
  () => import('./Reader.tsx'),
  'Reader',
  ({ children }: { children: ReactNode }) => children,
)

/** A text with a button that reads it to young children. Just the text for others, and where the browser has no voice. */
export const Spoken = ({ title, children }: { title: string; children: ReactNode }) => {
  const isYoung = useIsYoung()
  const hasVoice = useSyncExternalStore(
    followVoices,
    () => findVoice() !== undefined,
    () => false,
  )
  return isYoung && hasVoice ? <Reader title={title}>{children}</Reader> : children
}
