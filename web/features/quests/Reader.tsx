import Square from 'lucide-react/icons/square'
import Volume from 'lucide-react/icons/volume-2'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { Button, VisuallyHidden } from '#ui'

import { findVoice, speech } from './voices.ts'

/** A text with a button that reads it aloud, exactly as it is on the screen. */
export const Reader = ({ title, children }: { title: string; children: ReactNode }) => {
  const text = useRef<HTMLDivElement>(null)
  const current = useRef<SpeechSynthesisUtterance>(undefined)
  const [isReading, setReading] = useState(false)
  const stop = () => {
    if (current.current) speech()?.cancel()
    current.current = undefined
    setReading(false)
  }
  useEffect(() => {
    // Speech would go on after the page is left.
    const leave = () => {
      if (current.current) speech()?.cancel()
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  const read = () => {
    const voice = findVoice()
    if (!voice) return
    const utterance = new SpeechSynthesisUtterance(text.current?.innerText ?? '')
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.rate = 0.9
    const end = () => {
      // Another text may be read by now.
      if (current.current !== utterance) return
      current.current = undefined
      setReading(false)
    }
    utterance.addEventListener('end', end)
    utterance.addEventListener('error', end)
    // Ends what another text is reading.
    speech()?.cancel()
    current.current = utterance
    speech()?.speak(utterance)
    setReading(true)
  }
  return (
    <div className="space-y-3">
      <div ref={text}>{children}</div>
      <Button
        variant="secondary"
        size="large"
        className="no-print"
        icon={isReading ? <Square aria-hidden size={20} /> : <Volume aria-hidden size={24} />}
        onClick={isReading ? stop : read}
      >
        <span>
          {isReading ? 'Stop reading' : 'Read to me'}
          <VisuallyHidden> “{title}”</VisuallyHidden>
        </span>
      </Button>
    </div>
  )
}
