// Output of scripts/vite-content.ts for the files in content/.

declare module 'virtual:demo-quests' {
  import type { DemoQuest } from '#rules/demo'

  export const QUESTS: readonly DemoQuest[]
}

declare module 'virtual:landing-quests' {
  import type { QuestCard, Task } from '#contract/quests'

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

  /** Quest and task in the pictures of the landing page. */
  export const PICTURED: Pick<QuestCard, 'title' | 'summary' | 'pillars'> & {
    seed: string
    motif: QuestCard['cover_motif']
    /** Number of the quest's tasks. */
    tasks: number
    task: Pick<Task, 'title' | 'pillar' | 'xp'>
  }

  /** Piece of work of the sample world. */
  export const WORK: {
    maker: string
    quest: string
    task: Pick<Task, 'title' | 'pillar' | 'xp'>
    picture: { alt: string; caption: string }
    /** Trusted HTML from this product. */
    text: string
    comment: string
  }
}

declare module '#content/sample/files/*.png?url' {
  const url: string
  export default url
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
