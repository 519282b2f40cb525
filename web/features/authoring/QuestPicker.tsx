import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { Button, FieldError, IconButton, SearchBox } from '#ui'

import { authoring } from './queries.ts'

type Props = {
  id: string
  legend: string
  hint?: string
  /** Quest ids. */
  chosen: readonly string[]
  /** Id of a quest that cannot be chosen. */
  except?: string
  error?: string | undefined
  onChange: (chosen: string[]) => void
}

/** Selects published quests by title. */
export const QuestPicker = ({ id, legend, hint, chosen, except, error, onChange }: Props) => {
  const [words, setWords] = useState('')
  const found = useQuery({
    ...authoring.listAuthored.query({ query: { show: 'library', search: words, limit: 8 } }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const offered = (words === '' ? [] : (found.data?.items ?? [])).filter(
    (quest) => quest.id !== except && !chosen.includes(quest.id),
  )
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold">{legend}</legend>
      {hint ? <p className="text-sm text-muted">{hint}</p> : null}
      {chosen.length > 0 ? (
        <ul className="space-y-1">
          {chosen.map((each) => (
            <li
              key={each}
              className="flex items-center justify-between gap-2 rounded-control bg-sunk pl-3"
            >
              <ChosenQuest
                id={each}
                remove={() => onChange(chosen.filter((other) => other !== each))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <SearchBox
        id={id}
        label="Search quests to add"
        placeholder="Search quests to add"
        value={words}
        onSearch={setWords}
      />
      {offered.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {offered.map((quest) => (
            <li key={quest.id}>
              <Button
                variant="secondary"
                size="small"
                icon={<Plus aria-hidden size={16} />}
                onClick={() => {
                  onChange([...chosen, quest.id])
                  setWords('')
                }}
              >
                {quest.title}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {words !== '' && found.isSuccess && offered.length === 0 ? (
        <p role="status" className="text-sm text-muted">
          No other quest has these words in its title.
        </p>
      ) : null}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

const ChosenQuest = ({ id, remove }: { id: string; remove: () => void }) => {
  const quest = useQuery(authoring.getAuthored.query({ params: { id } }))
  const title = quest.data?.content.title ?? (quest.isError ? 'A deleted quest' : '…')
  return (
    <>
      <span className="min-w-0">{title}</span>
      <IconButton label={`Remove “${title}”`} onClick={remove}>
        <X aria-hidden size={16} />
      </IconButton>
    </>
  )
}
