import { useEffect, useState, useSyncExternalStore } from 'react'

import { session } from '#web/session'

import { localDraft } from './local.ts'
import { createSyncedDraft, type DraftOptions, type Version } from './synced-draft.ts'

/**
 * A draft that survives reloads, a lost network and other devices (ADR 83).
 * @param name under which this browser saves it
 * @param options as of the first render
 */
export const useSyncedDraft = <T extends object, V extends Version>(
  name: string,
  options: DraftOptions<T, V>,
) => {
  const [draft] = useState(() => createSyncedDraft(localDraft<T, V>(name), options))
  const state = useSyncExternalStore(draft.subscribe, draft.current, draft.current)
  const isAutomatic = options.save !== undefined && !options.isManual
  useEffect(() => {
    if (!isAutomatic) return undefined
    const save = () => void draft.save()
    // Text written offline before the page was reopened.
    save()
    window.addEventListener('online', save)
    const forget = session.saveBeforeSignOut(draft.save)
    return () => {
      forget()
      window.removeEventListener('online', save)
      save()
    }
  }, [draft, isAutomatic])
  return { ...draft, ...state }
}
