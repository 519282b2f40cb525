import { paths } from '#contract/paths'
import type { RosterImport } from '#contract/rosters'
import type { Db } from '#platform/database'

import { showImport } from './queries.ts'

type ImportSummary = Pick<RosterImport, 'state'> & {
  sentence: string
  path: string
  exitCode: number
}

const EXIT_CODES: Partial<Record<RosterImport['state'], number>> = { applied: 0, ready: 2 }

export const isUnderWay = ({ state }: Pick<RosterImport, 'state'>): boolean =>
  state === 'reading' || state === 'applying'

/** Result of an import for the command line. */
export const importSummary = async (db: Db, id: string): Promise<ImportSummary> => {
  const found = await showImport(db, id)
  const path = paths.rosterImport(id)
  if (!found) return { state: 'refused', sentence: 'It was discarded.', path, exitCode: 1 }
  const { state, problem, people, errors } = found
  const counts = Object.entries(people).map(([outcome, count]) => `${outcome} ${count}`)
  const words = {
    reading: 'The site has not read it yet. Is it running?',
    ready: problem ?? 'Checked; nothing has changed.',
    applying: 'It is still being applied.',
    applied: 'Applied.',
    refused: problem ?? 'Refused.',
    failed: problem ?? 'Failed.',
    undoing: 'It is being undone.',
    undone: 'It has been undone.',
  } satisfies Record<RosterImport['state'], string>
  return {
    state,
    sentence: `${words[state]} People: ${counts.join(', ') || 'none'}; errors: ${errors}.`,
    path,
    exitCode: EXIT_CODES[state] ?? 1,
  }
}
