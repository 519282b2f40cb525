import { hashKey } from '@tanstack/react-query'

import { statusOf } from '#web/api'

import type { localDraft, LocalDraft, Versioned } from './local.ts'

/** Milliseconds between the last keystroke and the save on the server. */
const PAUSE_MS = 800

export type Version = string | number | null

export type DraftOptions<T, V> = {
  /** The server's draft, or an empty one. */
  remote: Versioned<T, V>
  /**
   * Saves the draft on the server in place of the version that it continues, and returns its new version. Without it, the draft
   * stays in this browser.
   */
  save?: (draft: Versioned<T, V>) => Promise<{ version: V; value?: T }>
  /** Reads the server's draft after a conflict (409). */
  read?: () => Promise<Versioned<T, V>>
  /** Resolves a conflict. Without it, both drafts stay until the person chooses one. */
  merge?: (remote: T, own: T) => T
  /** Part of the value that is saved: values with equal content are the same draft. */
  content?: (value: T) => unknown
  /** Saves only on request, not after each pause. A local draft based on an older version is then dropped. */
  isManual?: boolean
  /** For pages that open offline: their data may be older than the draft that this browser has sent. */
  isAway?: () => boolean
}

export type DraftState<T, V> = Versioned<T, V> & {
  isUnsaved: boolean
  /** Status of the last save. */
  status: 'idle' | 'saving' | 'saved' | 'failed' | 'conflict'
  /** Error of the last save, until one succeeds. */
  error: unknown
  /** The server's draft, until the person chooses a draft. */
  conflict: Versioned<T, V> | undefined
  /** Another device's draft has been merged into this one. */
  isMerged: boolean
}

/**
 * A draft that is saved in this browser on every change and on the server after each pause. If the server has replaced the
 * version that it continues, it never overwrites the newer one: both are merged, or stay until the person chooses one.
 */
export const createSyncedDraft = <T extends object, V extends Version>(
  local: ReturnType<typeof localDraft<T, V>>,
  {
    remote,
    save,
    read,
    merge,
    content = (value) => value,
    isManual = false,
    isAway,
  }: DraftOptions<T, V>,
) => {
  const isSame = (one: T, other: T) => hashKey([content(one)]) === hashKey([content(other)])
  const isNewer = ({ version, isUnsent }: LocalDraft<T, V>) => {
    if (isUnsent) return !isManual || version === remote.version
    if (version === null) return false
    return remote.version === null ? isAway?.() === true : version > remote.version
  }
  const saved = local.read()
  const own = saved && isNewer(saved) ? saved : undefined
  // Earlier versions of the app may have saved it without a new field.
  const value = { ...remote.value, ...own?.value }

  /** The server's draft that this one continues; without a value if that was not read. */
  let base: { value?: T; version: V } = remote
  if (own && !own.isUnsent) base = own
  // Equal and still unsent: it was released, and `remote` may be older than the server's draft.
  else if (own && (own.version !== remote.version || isSame(own.value, remote.value)))
    base = { version: own.version }
  const isUnsaved = (value: T) => base.value === undefined || !isSame(value, base.value)

  let state: DraftState<T, V> = {
    value,
    version: base.version,
    isUnsaved: isUnsaved(value),
    status: 'idle',
    error: undefined,
    conflict: undefined,
    isMerged: false,
  }
  /** Discarded or released: not saved again until the next change. */
  let isEnded = false
  const listeners = new Set<() => void>()
  const update = (part: Partial<DraftState<T, V>>) => {
    const value = part.value ?? state.value
    const { version } = base
    state = { ...state, ...part, version, isUnsaved: isUnsaved(value) }
    const isNeeded = state.isUnsaved || (isAway && version !== null)
    if (!isEnded) local.write(isNeeded ? { value, version, isUnsent: state.isUnsaved } : undefined)
    for (const listener of listeners) listener()
  }
  const continueFrom = (newest: Versioned<T, V>, value: T) => {
    base = newest
    update({ value, status: 'saved', error: undefined, conflict: undefined })
  }

  const send = async (): Promise<boolean> => {
    if (isEnded || !state.isUnsaved) return true
    if (!save || state.conflict) return false
    const sent = state.value
    update({ status: 'saving' })
    try {
      const { version, value = sent } = await save({ value: sent, version: base.version })
      continueFrom({ value, version }, state.value === sent ? value : state.value)
      return true
    } catch (error) {
      return recover(error)
    }
  }
  const recover = async (failure: unknown): Promise<boolean> => {
    const newest = statusOf(failure) === 409 ? await read?.().catch(() => undefined) : undefined
    if (!newest || newest.version === base.version) {
      update({ status: 'failed', error: failure })
      return false
    }
    // Another tab of this browser may have saved for both.
    if (isSame(newest.value, state.value)) {
      continueFrom(newest, state.value)
      return true
    }
    if (!merge) {
      update({ status: 'conflict', error: failure, conflict: newest })
      return false
    }
    const own = state.value
    continueFrom(newest, newest.version === null ? own : merge(newest.value, own))
    update({ isMerged: newest.version !== null })
    return send()
  }

  /** Saves are sequential: two at once would conflict like two devices. */
  let saving: Promise<boolean> = Promise.resolve(true)
  let timer: ReturnType<typeof setTimeout> | undefined
  const saveNow = () => {
    clearTimeout(timer)
    saving = saving.then(send)
    return saving
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: () => state,
    change: (next: (before: T) => T) => {
      isEnded = false
      update({ value: next(state.value) })
      if (!save || isManual || state.conflict) return
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow(), PAUSE_MS)
    },
    /** Saves pending changes. Returns false on failure. */
    save: saveNow,
    /** Continues a version that was not created by saving. `join` merges it with pending changes, which otherwise stay. */
    follow: (newest: Versioned<T, V>, join?: (remote: T, own: T, before: T) => T) => {
      if (newest.version === base.version) return
      if (!state.isUnsaved) continueFrom(newest, newest.value)
      else if (join && base.value) continueFrom(newest, join(newest.value, state.value, base.value))
    },
    /** Resolves a conflict by overwriting the server's draft with the local one. */
    keepOwn: () => {
      if (state.conflict) base = state.conflict
      update({ conflict: undefined })
      return saveNow()
    },
    /** Resolves a conflict with the server's draft. */
    takeRemote: () => {
      if (state.conflict) continueFrom(state.conflict, state.conflict.value)
    },
    /** Ends the draft and deletes it in this browser. */
    discard: () => {
      isEnded = true
      local.write(undefined)
    },
    /** Ends the draft but leaves it in this browser, to be submitted from there. */
    release: async () => {
      clearTimeout(timer)
      // A concurrent save would change the version that the submission is based on.
      await saving
      isEnded = true
      local.write({ value: state.value, version: base.version, isUnsent: true })
    },
  }
}
