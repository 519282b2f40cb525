import { useSuspenseQuery } from '@tanstack/react-query'

import { Alert, Checkbox, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { loaderFor, type PageTexts } from '#web/page'

import { safeguards, safety } from './queries.ts'

export const handle = { failed: 'The staff could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [safeguards])

/** Staff designated by an admin for child safeguarding. */
const SafeguardsPage = () => {
  const {
    data: { staff, waiting },
  } = useSuspenseQuery(safeguards)
  return (
    <>
      <p className="mb-6 max-w-text text-muted">
        Safeguarding leads read the safety reports that no one in the family can or should read, and
        are notified of them by email. As an admin you can see how many there are, but not what they
        say.
      </p>
      <div className="space-y-6">
        <Waiting waiting={waiting} isAnybodyNamed={staff.some((each) => each.safeguarding)} />
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-5">
          {staff.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      </div>
    </>
  )
}

const Waiting = ({ waiting, isAnybodyNamed }: { waiting: number; isAnybodyNamed: boolean }) => {
  if (!isAnybodyNamed) {
    return (
      <Alert tone="warning" title="There is no safeguarding lead">
        {waiting === 0
          ? 'Choose at least one person: some reports can go to no one else.'
          : `${waiting === 1 ? 'A report is' : `${waiting} reports are`} waiting to be read. Please choose a safeguarding lead now.`}
      </Alert>
    )
  }
  return waiting === 0 ? null : (
    <Alert tone="info">
      {waiting === 1
        ? '1 report that came to staff has not been opened yet.'
        : `${waiting} reports that came to staff have not been opened yet.`}
    </Alert>
  )
}

type StaffPerson = { id: string; name: string; safeguarding: boolean }

const Person = ({ person: { id, name, safeguarding } }: { person: StaffPerson }) => {
  const change = useApiMutation(safety.nameSafeguard)
  return (
    <li className="py-3">
      <Checkbox
        id={`safeguard-${id}`}
        label={name}
        checked={change.isPending ? change.variables.body.safeguarding : safeguarding}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate(
            { params: { id }, body: { safeguarding: event.target.checked } },
            {
              onError: (error) =>
                toast.error(messageOf(error, 'That did not work. Please try again.')),
            },
          )
        }
      />
    </li>
  )
}

export default SafeguardsPage
