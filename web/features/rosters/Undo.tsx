import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { RosterImport, UndoPreview } from '#contract/rosters'
import { SectionCard } from '#ui'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf, number } from '#web/format'

import { rosters } from './queries.ts'

/** Undoes the last applied import, after showing what that means. Renders nothing if it is too late. */
export const Undo = ({ found }: { found: RosterImport }) => {
  const params = { id: found.id }
  const { data } = useQuery({ ...rosters.showUndo.query({ params }), staleTime: 0 })
  const undo = useApiMutation(rosters.undoImport)
  if (!data || data.until === null) return null
  return (
    <SectionCard id="undo" title="Undo this import" className="space-y-4">
      <p className="max-w-text text-muted">
        Until {dateOf(data.until)}, or until another file is applied, everything this import changed
        can be put back.
      </p>
      <Effects undo={data} />
      <ConfirmButton
        button={{ variant: 'secondary', children: 'Undo this import' }}
        title="Undo this import?"
        keep="Keep it"
        action="Undo it"
        confirm={() => undo.mutateAsync({ params })}
      >
        <Effects undo={data} />
      </ConfirmButton>
    </SectionCard>
  )
}

const Effects = ({ undo }: { undo: UndoPreview }) => {
  const { removed, kept, kept_people, restored, reassigned, unlinked = 0 } = undo
  const effects = [
    { count: removed, words: 'new accounts that nobody has used are removed' },
    { count: restored, words: 'people get their former name, address or status back' },
    { count: reassigned, words: 'learners get their former advisor back' },
    { count: unlinked, words: 'guardians lose the link with a learner who was here before' },
    { count: kept, words: 'new accounts are in use already, and stay' },
  ].filter(({ count }) => count > 0)
  return (
    <div className="space-y-2">
      <ul className="list-disc space-y-1 ps-5">
        {effects.map(({ count, words }) => (
          <li key={words}>
            {number(count)} {words}
          </li>
        ))}
      </ul>
      {kept > 0 ? (
        <details>
          <summary className="link cursor-pointer">Accounts that stay</summary>
          <ul className="mt-2 space-y-1">
            {kept_people.map(({ id, name }) => (
              <li key={id}>
                <Link to={paths.adminPerson(id)} className="link">
                  {name}
                </Link>
              </li>
            ))}
            {kept > kept_people.length ? (
              <li className="text-muted">and {number(kept - kept_people.length)} more</li>
            ) : null}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
