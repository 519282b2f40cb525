// Forms of this page that hold unsaved input, by id. The frame asks before such a page is left.

const changed = new Set<string>()
const listeners = new Set<() => void>()

export const unsaved = {
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
