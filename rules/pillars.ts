/** The five pillars; their order also decides who gets remainders. */
export const PILLARS = [
  'creativity',
  'critical_thinking',
  'practical_skills',
  'communication',
  'cultural_literacy',
] as const

export type Pillar = (typeof PILLARS)[number]

/** Whole XP per pillar; a missing pillar has none. */
export type PillarXp = Partial<Record<Pillar, number>>

export const PILLAR_NAMES = {
  creativity: 'Creativity',
  critical_thinking: 'Critical thinking',
  practical_skills: 'Practical skills',
  communication: 'Communication',
  cultural_literacy: 'Cultural literacy',
} satisfies Record<Pillar, string>
