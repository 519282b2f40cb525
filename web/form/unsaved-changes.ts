// Ids of forms on this page with unsaved input. The frame asks before leaving such a page.

const changed = new Set<string>()
const listeners = new Set<() => void>()

export const unsavedChanges = {
  mark: (id: string, isUnsaved: boolean): void => {
    if (changed.has(id) === isUnsaved) return
    if (isUnsaved) changed.add(id)
    else changed.delete(id)
    for (const listener of listeners) listener()
  },
  any: (): boolean => changed.size > 0,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
