import { session } from '#web/session'

const SETTING = 'search key'

/** True unless the person has turned off the single key “/” (WCAG 2.1.4). */
export const hasSlashKey = (): boolean => session.readUnsent(SETTING) !== 'off'

export const setSlashKey = (on: boolean): void =>
  session.saveUnsent(SETTING, on ? undefined : 'off')

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|VIDEO|AUDIO)$/.test(target.tagName))

/** True if a key opens the search: Ctrl+K or ⌘K anywhere, “/” outside of text fields. */
export const opensSearch = (event: KeyboardEvent): boolean => {
  const isOther = event.defaultPrevented || event.isComposing || event.repeat || event.altKey
  if (isOther || document.querySelector('dialog[open]')) return false
  if (event.ctrlKey || event.metaKey) return !event.shiftKey && event.key.toLowerCase() === 'k'
  return event.key === '/' && !isTyping(event.target) && hasSlashKey()
}
