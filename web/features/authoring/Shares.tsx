import X from 'lucide-react/icons/x'

import { maxShare, withoutSubject, withShare, withSubject } from '#rules/shares'
import { SUBJECT_NAMES, SUBJECTS, type SubjectShares } from '#rules/subjects'
import { FieldError, IconButton, Select } from '#ui'

type Props = {
  id: string
  shares: SubjectShares
  error: string | undefined
  onChange: (shares: SubjectShares) => void
}

/** Distribution of a task's work over subjects: moving one slider adjusts the others, and the sum stays constant. */
export const Shares = ({ id, shares, error, onChange }: Props) => {
  const chosen = SUBJECTS.filter((subject) => shares[subject] !== undefined)
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold">Subjects this credit counts towards</legend>
      {chosen.map((subject) => {
        const percent = Math.round((shares[subject] ?? 0) * 100)
        const slider = `${id}.${subject}`
        return (
          <div
            key={subject}
            className="grid grid-cols-[1fr_auto_auto] items-center gap-x-3 sm:grid-cols-[10rem_1fr_auto_auto]"
          >
            <label htmlFor={slider} className="max-sm:col-span-3">
              {SUBJECT_NAMES[subject]}
            </label>
            <input
              id={slider}
              type="range"
              min={1}
              max={maxShare(shares)}
              value={percent}
              aria-valuetext={`${percent} percent`}
              disabled={chosen.length === 1}
              onChange={(event) => onChange(withShare(shares, subject, event.target.valueAsNumber))}
              className="min-h-11 w-full min-w-0 accent-brand"
            />
            <output htmlFor={slider} className="w-12 text-right tabular-nums">
              {percent} %
            </output>
            <IconButton
              label={`Remove ${SUBJECT_NAMES[subject]}`}
              onClick={() => onChange(withoutSubject(shares, subject))}
            >
              <X aria-hidden size={16} />
            </IconButton>
          </div>
        )
      })}
      <Select
        id={id}
        label="Add a subject"
        optional={chosen.length > 0}
        value=""
        placeholder="Choose a subject"
        options={SUBJECTS.filter((subject) => !chosen.includes(subject)).map((subject) => ({
          value: subject,
          label: SUBJECT_NAMES[subject],
        }))}
        onChange={(event) => {
          const subject = SUBJECTS.find((each) => each === event.target.value)
          if (subject) onChange(withSubject(shares, subject))
        }}
      />
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
