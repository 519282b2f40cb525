import { useQuery } from '@tanstack/react-query'

import { Checkbox, SectionCard, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { guardians } from './queries.ts'

type Props = { learner: { id: string; first_name: string } }

/** Turns a young child's own screen on and off; renders nothing from the tenth birthday on. */
export const YoungScreenSwitch = ({ learner: { id, first_name: name } }: Props) => {
  const { data } = useQuery({
    ...guardians.showYoungScreen.query({ params: { id } }),
    retry: false,
  })
  const choose = useApiMutation(guardians.chooseYoungScreen)
  if (!data?.applies) return null
  return (
    <SectionCard id="young-screen" title={`${name}’s screen`}>
      <p className="mt-2 mb-4 max-w-text text-muted">
        Until ten, children get one big card with the next step, a picture and a voice that reads,
        and no points or credits. What is theirs to decide stays on it.
      </p>
      <Checkbox
        id="young-screen-enabled"
        label={`The simple screen for ${name}`}
        checked={data.enabled}
        disabled={choose.isPending}
        onChange={(event) =>
          choose.mutate(
            { params: { id }, body: { enabled: event.target.checked } },
            {
              onSuccess: ({ enabled }) =>
                toast.success(`The simple screen is ${enabled ? 'on' : 'off'}.`),
              onError: (error) => toast.error(messageOf(error)),
            },
          )
        }
      />
      {data.set_at ? (
        <p className="mt-2 text-sm text-muted">
          Switched {data.enabled ? 'on' : 'off'} on {dateOf(data.set_at)}
          {data.set_by ? (
            <>
              {' '}
              by <bdi>{data.set_by}</bdi>
            </>
          ) : null}
          . Every guardian who decides can change it, and the others are told.
        </p>
      ) : null}
    </SectionCard>
  )
}
