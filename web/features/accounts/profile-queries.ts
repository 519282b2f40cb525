import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { client } from '#web/api'

import { accounts, useKeepUser, useRefreshUser } from './auth.ts'

const profile = client(async () => (await import('#contract/profile')).profile)
const privacy = client(async () => (await import('#contract/privacy')).privacy)

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => profile.getProfile({}, { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['profile', 'sessions'],
  queryFn: ({ signal }) => accounts.listSessions({}, { signal }),
})

type Change = Parameters<typeof profile.changeProfile>[0]['body']

/** Saves a change of the own profile, and shows it wherever the name stands. */
export const useChangeProfile = () => {
  const cache = useQueryClient()
  const keepUser = useKeepUser()
  return async (body: Change) => {
    const changed = await profile.changeProfile({ body })
    cache.setQueryData(profileQuery.queryKey, changed)
    keepUser(changed)
  }
}

/** Signs out one of the own sessions. */
export const useEndSession = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => accounts.endSession({ params: { id } }),
    onSettled: () => cache.invalidateQueries(sessionsQuery),
  })
}

/** Sends a new picture of oneself, or takes it away (null). `onProgress` hears the share that has left, 0 to 1. */
export const useChangeAvatar = (onProgress: (share: number) => void) => {
  const cache = useQueryClient()
  const keepUser = useKeepUser()
  return useMutation({
    mutationFn: (file: File | null) => {
      if (!file) return profile.removeAvatar()
      const form = new FormData()
      form.set('file', file, file.name)
      return profile.changeAvatar({ form }, { onProgress, idempotencyKey: crypto.randomUUID() })
    },
    onSuccess: (changed) => {
      cache.setQueryData(profileQuery.queryKey, changed)
      keepUser(changed)
    },
  })
}

const POLL_MS = 1500

/** The own exports; while one is being made, they are asked for again and again. */
export const exportsQuery = queryOptions({
  queryKey: ['profile', 'exports'],
  queryFn: ({ signal }) => privacy.listExports({}, { signal }),
  refetchInterval: (query) =>
    query.state.data?.items.some(({ state }) => state === 'waiting') ? POLL_MS : false,
})

export const useRequestExport = () => {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => privacy.requestExport(),
    onSettled: () => cache.invalidateQueries(exportsQuery),
  })
}

/** Closes the account; the guard then shows the page that takes it back. */
export const useCloseAccount = () => {
  const keepUser = useKeepUser()
  return async (body: Parameters<typeof privacy.closeAccount>[0]['body']) => {
    keepUser(await privacy.closeAccount({ body }))
    window.scrollTo(0, 0)
  }
}

export const useRestoreAccount = () => {
  const cache = useQueryClient()
  const refreshUser = useRefreshUser()
  return useMutation({
    mutationFn: () => privacy.restoreAccount(),
    onSuccess: async () => {
      await cache.resetQueries({ queryKey: ['profile'] })
      await refreshUser()
    },
  })
}
