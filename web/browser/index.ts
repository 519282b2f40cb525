export { isAnswerLink } from './answer-link.ts'
export { firstInteraction } from './first-interaction.ts'
export { useHydrated } from './hydrated.ts'
export { BEFORE_PAINT, type Theme, theme, THEMES, applyBrandHue } from './theme.ts'
