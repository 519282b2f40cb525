const KEY = 'theme'
const HUE = 'hue'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

/**
 * Runs in the head, before anything is painted: sets the chosen theme and the site's hue, and marks a page whose visitor is probably signed in, so
 * that "Login" does not flash.
 */
export const BEFORE_PAINT = `try{var d=document.documentElement.dataset,t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')d.theme=t;var h=localStorage.getItem('${HUE}');if(h){d.hue='';document.documentElement.style.setProperty('--hue',h)}if(localStorage.getItem('user'))d.session='held'}catch(e){}`

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

/** Gives the site's hue to everything in the house's colour. It is kept, so that the next page begins with it. */
export const applyBrandHue = (hue: number | null): void => {
  const { dataset, style } = document.documentElement
  if (hue === null) delete dataset.hue
  else dataset.hue = ''
  style.setProperty('--hue', String(hue))
  try {
    if (hue === null) localStorage.removeItem(HUE)
    else localStorage.setItem(HUE, String(hue))
  } catch {
    // The next page wears it when the settings have come.
  }
}
