import { useLayoutEffect, useRef, useState } from 'react'

import { session } from '#web/session'

const SETTING = 'review keys'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|VIDEO|AUDIO)$/.test(target.tagName))

/**
 * Single-key shortcuts for reviewing many submissions. They are inactive while typing, and can be turned off (WCAG 2.1.4) per
 * person and browser.
 */
export const useKeys = (actions: Record<string, () => void>) => {
  const [isOn, setIsOn] = useState(() => session.readUnsent(SETTING) !== 'off')
  const current = useRef(actions)
  // Before paint: shortcuts must match what is visible.
  useLayoutEffect(() => {
    current.current = actions
  })
  useLayoutEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      const isOther =
        event.defaultPrevented ||
        event.isComposing ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      if (isOther || isTyping(event.target) || document.querySelector('dialog[open]')) return
      const action = current.current[event.key]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  return {
    isOn,
    set: (on: boolean) => {
      session.saveUnsent(SETTING, on ? undefined : 'off')
      setIsOn(on)
    },
  }
}
