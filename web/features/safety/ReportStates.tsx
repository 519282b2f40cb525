import type { SafetyReport } from '#contract/safety'
import { Button, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { STATE } from './labels.ts'
import { safety } from './queries.ts'

const NEXT = {
  new: ['seen', 'acted', 'false_positive'],
  seen: ['acted', 'false_positive'],
  acted: ['seen'],
  false_positive: ['seen'],
} as const satisfies Record<SafetyReport['state'], readonly SafetyReport['state'][]>

const LABEL = {
  new: '',
  seen: 'I have seen it',
  acted: 'I have acted on it',
  false_positive: 'It was a false alarm',
} as const satisfies Record<SafetyReport['state'], string>

/** Outcome of a report, and buttons to change it. */
export const ReportStates = ({ report }: { report: Pick<SafetyReport, 'id' | 'state'> }) => {
  const change = useApiMutation(safety.changeSafetyReport)
  const set = (state: SafetyReport['state']) =>
    change.mutate(
      { params: { id: report.id }, body: { state } },
      {
        onError: (error) =>
          toast.error(messageOf(error, 'That could not be saved. Please try again.')),
      },
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-2">
        <span className="text-muted">State:</span> <strong>{STATE[report.state]}</strong>
      </p>
      {NEXT[report.state].map((state) => (
        <Button
          key={state}
          variant="secondary"
          size="small"
          busy={change.isPending && change.variables?.body.state === state}
          onClick={() => set(state)}
        >
          {report.state === 'acted' || report.state === 'false_positive' ? 'Reopen' : LABEL[state]}
        </Button>
      ))}
    </div>
  )
}
