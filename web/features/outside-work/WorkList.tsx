import type { ReactNode } from 'react'

import type { OutsideWork } from '#contract/outside-work'
import { OUTSIDE_KIND_NAMES } from '#rules/outside-work'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Chip } from '#ui'

import { daysInWords, hoursInWords, STATE_LABELS, STATE_TONES } from './labels.ts'

type WorkListProps = {
  works: readonly OutsideWork[]
  /** Returns the buttons below a piece of work. */
  children: (work: OutsideWork) => ReactNode
}

/** Work outside, with its state. */
export const WorkList = ({ works, children }: WorkListProps) => (
  <ul className="divide-y divide-line border-y border-line">
    {works.map((work) => (
      <li key={work.id} className="space-y-2 py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="text-base">
            {work.title}, {work.organisation}
          </h3>
          <Chip tone={STATE_TONES[work.state]}>{STATE_LABELS[work.state]}</Chip>
        </div>
        <p className="text-sm text-muted">
          {OUTSIDE_KIND_NAMES[work.kind]}, {SUBJECT_NAMES[work.subject]}. {daysInWords(work)},{' '}
          {hoursInWords(work.hours)}.
        </p>
        <p className="whitespace-pre-line">{work.about}</p>
        <p className="text-sm text-muted">
          Witness: {work.witness_name}, {work.witness_role}
          {work.witness_email ? `, ${work.witness_email}` : ''}
        </p>
        {work.confirmed_hours === null ? null : (
          <p>{hoursInWords(work.confirmed_hours)} confirmed.</p>
        )}
        {work.declined_because === null ? null : (
          <p className="whitespace-pre-line">“{work.declined_because}”</p>
        )}
        {children(work)}
      </li>
    ))}
  </ul>
)
