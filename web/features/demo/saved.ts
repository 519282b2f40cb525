import type { DemoQuest, DemoState } from '#rules/demo'

const KEY = 'lodestar-demo'

export const readSavedDemo = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The demo in this tab's storage. Where there is none, it lasts as long as the page. */
export const saved = {
  /** What was kept, if it can still be used. The reader is fetched only when there is something to read. */
  async read(quests: readonly DemoQuest[]): Promise<DemoState | undefined> {
    const text = readSavedDemo()
    if (text === null) return undefined
    const { readDemoState } = await import('./saved-state.ts')
    return readDemoState(text, quests)
  },
  write(state: DemoState) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(state))
    } catch {
      // Private mode, or full.
    }
  },
}
