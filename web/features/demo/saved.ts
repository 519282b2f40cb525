import type { DemoQuest, DemoState } from '#rules/demo'

const KEY = 'lodestar-demo'

export const readSavedDemo = (): string | null => {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Saves the demo in this tab's storage. Without storage, it lasts as long as the page. */
export const saveDemo = {
  /** Saved state, if still valid. The parser is loaded only if there is something to parse. */
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
      // Private mode, or storage full.
    }
  },
}
