import { useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'

import { Button, QueryView } from '#ui'
import { number } from '#web/format'

import { childInsights } from './queries.ts'

/** Statements about the last two months, each with figures and a conversation starter. */
export const Insights = ({ id, name }: { id: string; name: string }) => (
  <QueryView query={useQuery(childInsights(id))} what="what stands out" skeleton="mt-3 h-32">
    {({ insights }) =>
      insights.length === 0 ? (
        <p className="mt-2 text-muted">
          There is not enough work yet to say anything. Just ask {name}.
        </p>
      ) : (
        <>
          <ul className="mt-3 divide-y divide-line">
            {insights.map(({ kind, statement, figures, ask }) => (
              <li key={kind} className="space-y-1.5 py-3">
                <p className="font-medium">{statement}</p>
                <dl className="flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
                  {figures.map((figure) => (
                    <div key={figure.name} className="flex gap-1.5">
                      <dt>{figure.name}:</dt>
                      <dd className="font-semibold">{number(figure.value)}</dd>
                    </div>
                  ))}
                </dl>
                <p className="rounded-control bg-sunk px-3 py-2">{ask}</p>
              </li>
            ))}
          </ul>
          <CopyQuestions questions={insights.map(({ ask }) => ask)} />
        </>
      )
    }
  </QueryView>
)

/** Copies only the questions, for pasting into a note or message. */
const CopyQuestions = ({ questions }: { questions: string[] }) => {
  const [copied, setCopied] = useState<boolean>()
  const copy = () =>
    navigator.clipboard.writeText(questions.map((ask) => `• ${ask}`).join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="no-print mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="secondary"
        size="small"
        icon={<Copy aria-hidden size={16} />}
        onClick={() => void copy()}
      >
        Copy the questions to ask at dinner
      </Button>
      <p role="status" className="text-sm text-muted">
        {copied === undefined
          ? ''
          : copied
            ? 'Copied.'
            : 'The questions could not be copied. Please select the text instead.'}
      </p>
    </div>
  )
}
