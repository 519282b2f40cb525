import titles from '#content/level-titles.json' with { type: 'json' }

/** Content's word for an overall level, from 1; beyond the last word it stays. */
export const levelTitle = (level: number): string =>
  titles[Math.min(level, titles.length) - 1] ?? ''
