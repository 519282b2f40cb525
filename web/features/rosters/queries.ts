import { client } from '#web/api'

export const rosters = client('rosters')

/** Milliseconds between refetches while a job is running. */
export const REFRESH_INTERVAL_MS = 1000

export const isRunning = ({ state }: { state: string }): boolean =>
  state === 'reading' || state === 'applying' || state === 'undoing'

export const importQuery = (id: string) => ({
  ...rosters.getImport.query({ params: { id } }),
  staleTime: 0,
})
