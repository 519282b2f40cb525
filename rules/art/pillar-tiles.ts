import type { Pillar } from '#rules/pillars'

/** Pattern of each pillar: path of a 24 by 24 tile, drawn with a stroke width of 1.5. */
export const PILLAR_TILES = {
  creativity:
    'M0 24a12 12 0 0 1 24 0M5 24a7 7 0 0 1 14 0M-12 12a12 12 0 0 1 24 0M12 12a12 12 0 0 1 24 0M-7 12a7 7 0 0 1 14 0M17 12a7 7 0 0 1 14 0',
  critical_thinking:
    'M8.5 6h7M6 8.5v7M8 8l8 8M18 8.5v7M8.5 18h7M18 20.5V24M18 0v3.5M6 20.5V24M6 0v3.5M20.5 6H24M0 6h3.5M20.5 18H24M0 18h3.5M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M18 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  practical_skills:
    'M-6 6 6-6M-6 18 18-6M-6 30 30-6M6 30 30 6M18 30l12-12M2 2l8 8M14 14l8 8M14 2l4 4M2 14l4 4',
  communication:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22',
  cultural_literacy:
    'M12 0 24 12 12 24 0 12ZM12 6l6 6-6 6-6-6ZM0 0l4 4M24 0l-4 4M0 24l4-4M24 24l-4-4',
} satisfies Record<Pillar, string>
