// Output of scripts/vite-content.ts for the files in content/.

declare module 'virtual:demo-quests' {
  import type { DemoQuest } from '#rules/demo'

  export const QUESTS: readonly DemoQuest[]
}

declare module 'virtual:landing-quests' {
  import type { QuestCard } from '#contract/quests'

  export const QUESTS: readonly Pick<
    QuestCard,
    | 'id'
    | 'title'
    | 'summary'
    | 'estimated_hours'
    | 'age_min'
    | 'age_max'
    | 'cover_motif'
    | 'pillars'
  >[]
}

declare module '#content/legal/*.md' {
  const document: {
    title: string
    summary: string
    version: string
    /** YYYY-MM-DD */
    date: string
    contents: { id: string; title: string }[]
  }
  export default document
}

/** The document as HTML. */
declare module '#content/legal/*.md?text' {
  const html: string
  export default html
}
