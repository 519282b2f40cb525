const KEY = 'theme'
const HUE = 'hue'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

/**
 * Runs in the head, before the first paint: sets the chosen theme and the site's hue, and marks pages of visitors who are
 * probably signed in, so that "Login" does not flash.
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
      // Without storage, the choice applies to this page only.
    }
    for (const listener of listeners) listener()
  },
}

/** Applies the site's hue to everything in the brand color, and saves it for the first paint of the next page. */
export const applyBrandHue = (hue: number | null): void => {
  const { dataset, style } = document.documentElement
  if (hue === null) delete dataset.hue
  else dataset.hue = ''
  style.setProperty('--hue', String(hue))
  try {
    if (hue === null) localStorage.removeItem(HUE)
    else localStorage.setItem(HUE, String(hue))
  } catch {
    // Without storage, the next page applies it once the settings are loaded.
  }
}
