const listeners = new Set<() => void>()
let isLost = false

const notify = () => {
  for (const listener of listeners) listener()
}

const isAway = () => isLost || !navigator.onLine

/** Reachability of the server, according to the last call and the browser. */
export const connection = {
  isAway,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  /** Records the outcome of a call. */
  report: (found: 'answer' | 'nothing') => {
    const lost = found === 'nothing'
    if (lost === isLost) return
    isLost = lost
    notify()
  },
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    isLost = false
    notify()
  })
  window.addEventListener('offline', notify)
}
