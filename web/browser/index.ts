export { firstSign } from './first-sign.ts'
export { useHydrated } from './hydrated.ts'
export { BEFORE_PAINT, type Theme, theme, THEMES, wearHue } from './theme.ts'
