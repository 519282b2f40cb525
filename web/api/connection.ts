const listeners = new Set<() => void>()
let isLost = false

const tell = () => {
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
