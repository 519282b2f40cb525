import type { ClientInstrumentation } from 'react-router'

type Listener = (isUnderWay: boolean) => void

const listeners = new Set<Listener>()
const tell: Listener = (isUnderWay) => listeners.forEach((listener) => listener(isUnderWay))

let latest = 0

/**
 * Tells when a navigation begins and ends. React Router's `useNavigation` changes together with the rendering of the next page: too
 * late to answer a press on a slow phone.
 */
export const navigations = {
  /** For the router. */
  instrumentation: {
    router: ({ instrument }) =>
      instrument({
        navigate: async (navigate) => {
          latest += 1
          const own = latest
          tell(true)
          // Never rejects: it returns errors.
          await navigate()
          // A navigation that a later one replaces may wait for its script for long.
          if (own === latest) tell(false)
        },
      }),
  } satisfies ClientInstrumentation,
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
