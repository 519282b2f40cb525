import X from 'lucide-react/icons/x'

import { type Subject, SUBJECT_NAMES, SUBJECTS } from '#rules/subjects'
import { IconButton, Select, Textarea, TextField } from '#ui'

/** Shares in whole percent while editing. */
export type Correction = { shares: Partial<Record<Subject, number>>; because: string }

const sumOf = ({ shares }: Correction) =>
  Object.values(shares).reduce((sum, percent) => sum + percent, 0)

export const isReady = (correction: Correction) =>
  sumOf(correction) === 100 && correction.because.trim() !== ''

/** Shares that sum to 1, as the server expects. */
export const sharesOf = ({ shares }: Correction): Partial<Record<Subject, number>> =>
  Object.fromEntries(
    Object.entries(shares).flatMap(([subject, percent]) =>
      percent > 0 ? [[subject, percent / 100]] : [],
    ),
  )

export const correctionOf = (subjects: Record<string, number>): Correction => ({
  shares: Object.fromEntries(
    SUBJECTS.flatMap((subject) => {
      const share = subjects[subject]
      return share === undefined ? [] : [[subject, Math.round(share * 100)]]
    }),
  ),
  because: '',
})

type Props = { correction: Correction; onChange: (correction: Correction) => void }

/** Corrects the subjects that accepted work counts for. */
export const SubjectShares = ({ correction, onChange }: Props) => {
  const { shares } = correction
  const chosen = SUBJECTS.filter((subject) => shares[subject] !== undefined)
  const set = (subject: Subject, percent: number | undefined) => {
    const { [subject]: _, ...others } = shares
    onChange({
      ...correction,
      shares: percent === undefined ? others : { ...others, [subject]: percent },
    })
  }
  const sum = sumOf(correction)
  return (
    <div className="space-y-3">
      {chosen.map((subject) => (
        <div key={subject} className="flex items-end gap-2">
          <div className="grow">
            <TextField
              id={`share-${subject}`}
              label={`${SUBJECT_NAMES[subject]}, percent`}
              type="number"
              min={0}
              max={100}
              step={1}
              value={String(shares[subject])}
              onChange={(event) => set(subject, Math.trunc(Number(event.target.value)))}
            />
          </div>
          <IconButton
            label={`Remove ${SUBJECT_NAMES[subject]}`}
            onClick={() => set(subject, undefined)}
          >
            <X aria-hidden size={18} />
          </IconButton>
        </div>
      ))}
      <Select
        id="share-add"
        label="Another subject"
        optional
        placeholder="Choose"
        value=""
        options={SUBJECTS.filter((subject) => !chosen.includes(subject)).map((subject) => ({
          value: subject,
          label: SUBJECT_NAMES[subject],
        }))}
        onChange={(event) => set(event.target.value as Subject, Math.max(0, 100 - sum))}
      />
      <p role="status" className={sum === 100 ? 'text-sm text-muted' : 'text-sm text-warning'}>
        {sum === 100 ? 'Total: 100 percent.' : `Total: ${sum} percent. It must be 100.`}
      </p>
      <Textarea
        id="share-because"
        label="Why do the subjects differ?"
        rows={2}
        maxLength={500}
        value={correction.because}
        onChange={(event) => onChange({ ...correction, because: event.target.value })}
      />
    </div>
  )
}
