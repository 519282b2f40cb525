import titles from '#content/level-titles.json' with { type: 'json' }

/** Title of an overall level, starting at 1; higher levels retain the last title. */
export const levelTitle = (level: number): string =>
  titles[Math.min(level, titles.length) - 1] ?? ''
