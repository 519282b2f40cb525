const listeners = new Set<() => void>()
let isLost = false

const tell = () => {
  for (const listener of listeners) listener()
}

const isAway = () => isLost || !navigator.onLine

/** Whether the server can be reached, as far as the last call and the browser know. */
export const connection = {
  isAway,
  /** Hears of each change. */
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** What a call has found out. */
  report: (found: 'answer' | 'nothing') => {
    const lost = found === 'nothing'
    if (lost === isLost) return
    isLost = lost
    tell()
  },
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    isLost = false
    tell()
  })
  window.addEventListener('offline', tell)
}
