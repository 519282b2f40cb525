const KEY = 'theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

/**
 * Runs in the head, before anything is painted: sets the chosen theme, and marks a page whose visitor is probably signed in, so
 * that "Login" does not flash.
 */
export const BEFORE_PAINT = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;if(localStorage.getItem('user'))d.session='held'}catch(e){}`

const listeners = new Set<() => void>()

/** The theme as a store for useSyncExternalStore. */
export const theme = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  current(): Theme {
    const chosen = document.documentElement.dataset.theme
    return isTheme(chosen) ? chosen : 'system'
  },
  choose(chosen: Theme) {
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
    try {
      localStorage.setItem(KEY, chosen)
    } catch {
      // The choice then holds for this page.
    }
    for (const listener of listeners) listener()
  },
}
