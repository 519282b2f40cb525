import { hashKey } from '@tanstack/react-query'

import type { DraftContent } from '#contract/authoring'
import { Alert, Button } from '#ui'

import { FIELD_LABELS } from './labels.ts'
import type { QuestDraft } from './use-quest-draft.ts'

const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)

/** Both versions of a quest that was edited in two places; nothing is lost until the author chooses. */
export const Conflict = ({ draft, theirs }: { draft: QuestDraft; theirs: DraftContent }) => {
  const fields = Object.keys(FIELD_LABELS) as (keyof DraftContent)[]
  const differing = fields.filter(
    (field) => hashKey([draft.content[field]]) !== hashKey([theirs[field]]),
  )
  return (
    <Alert tone="warning" role="alert" title="This quest has been changed elsewhere">
      <div className="mt-3 space-y-4">
        {differing.map((field) => (
          <div key={field} className="text-ink">
            <h3 className="font-semibold">{FIELD_LABELS[field]}</h3>
            <div className="mt-1 grid gap-3 sm:grid-cols-2">
              <Version title="This version" text={inWords(draft.content[field])} />
              <Version title="Other version" text={inWords(theirs[field])} />
            </div>
          </div>
        ))}
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void draft.keepOwn()}>Keep this version</Button>
          <Button variant="secondary" onClick={draft.takeRemote}>
            Use the other version
          </Button>
        </div>
      </div>
    </Alert>
  )
}

const Version = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0 rounded-control border border-line bg-surface p-3">
    <p className="text-sm text-muted">{title}</p>
    <p className="whitespace-pre-wrap">{text}</p>
  </div>
)
