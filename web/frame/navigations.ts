import type { ClientInstrumentation } from 'react-router'

type Listener = (change: 1 | -1) => void

const listeners = new Set<Listener>()
const tell: Listener = (change) => listeners.forEach((listener) => listener(change))

/**
 * Counts the navigations that have begun and not ended. React Router's `useNavigation` changes together with the rendering of the
 * next page: too late to answer a press on a slow phone.
 */
export const navigations = {
  /** For the router. */
  instrumentation: {
    router: ({ instrument }) =>
      instrument({
        navigate: async (navigate) => {
          tell(1)
          // Never rejects: it returns errors.
          await navigate()
          tell(-1)
        },
      }),
  } satisfies ClientInstrumentation,
  subscribe: (listener: Listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
