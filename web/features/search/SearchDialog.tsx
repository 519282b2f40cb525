import CircleAlert from 'lucide-react/icons/circle-alert'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import type { User } from '#contract/auth'
import { paths } from '#contract/paths'
import { Button, Checkbox, Dialog, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { number } from '#web/format'

import { messages } from './queries.ts'
import { saveRecent } from './recent.ts'
import { ResultOption, optionId } from './ResultOption.tsx'
import { hasSlashKey, setSlashKey } from './shortcut.ts'
import { type Result, useResults } from './use-results.ts'

const LIST = 'search-results'

/** Search over pages, people, quests and messages: a combobox with a list of grouped options (WAI-ARIA). */
export const SearchDialog = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const navigate = useNavigate()
  const { words, groups, isLoading, failures } = useResults(user, typed)
  const results = groups.flatMap((group) => group.results)
  const at = Math.max(
    0,
    results.findIndex((result) => optionId(result) === chosen),
  )
  const active = results[at]
  const write = useApiMutation(messages.beginConversation, {
    onSuccess: ({ id }) => navigate(paths.conversation(id)),
  })
  const open = (result: Result) => {
    onClose()
    if ('writeTo' in result) {
      write.mutate(
        { body: { participant_ids: [result.writeTo] } },
        { onError: (error) => toast.error(messageOf(error)) },
      )
      return
    }
    const { kind, to, label } = result
    if (kind === 'page' || kind === 'quest') saveRecent({ kind, to, label })
    void navigate(to)
  }
  const move = (to: number) => {
    const next = results.at(to % results.length)
    if (!next) return
    setChosen(optionId(next))
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const action = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(Math.min(at + 5, results.length - 1)),
      PageUp: () => move(Math.max(at - 5, 0)),
      Enter: () => active && open(active),
    }[event.key]
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    <Dialog open title="Search" onClose={onClose}>
      <div className="sticky -top-1 z-10 bg-surface py-1">
        <Search
          aria-hidden
          size={20}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
        />
        <input
          ref={(field) => field?.setAttribute('autofocus', '')}
          type="search"
          role="combobox"
          aria-label="Search pages, people, quests and messages"
          aria-expanded={results.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          placeholder="Pages, people, quests, messages"
          onChange={({ target }) => {
            setTyped(target.value)
            setChosen(undefined)
          }}
          onKeyDown={press}
          className="block min-h-12 w-full rounded-control border border-control bg-surface pr-4 pl-11 text-base placeholder:text-muted hover:border-ink"
        />
      </div>
      <p role="status" className={results.length > 0 ? 'visually-hidden' : 'pt-6 text-muted'}>
        {isLoading
          ? 'Searching…'
          : results.length > 0
            ? `${number(results.length)} ${results.length === 1 ? 'result' : 'results'}`
            : `Nothing you can open matches “${words}”.`}
      </p>
      <div id={LIST} role="listbox" aria-label="Results" className="mt-2 min-h-[min(24rem,45dvh)]">
        {groups.map(({ name, results }, index) => (
          <div key={name} role="group" aria-labelledby={`search-group-${index}`} className="pt-2">
            <p
              id={`search-group-${index}`}
              role="presentation"
              className="px-3 pb-1 text-sm font-semibold text-muted"
            >
              {name}
            </p>
            {results.map((result) => (
              <ResultOption
                key={optionId(result)}
                result={result}
                isActive={result === active}
                onOpen={() => open(result)}
              />
            ))}
          </div>
        ))}
      </div>
      {failures.map(({ what, message, retry }) => (
        <div
          key={what}
          role="alert"
          className="mt-3 flex flex-wrap items-center gap-3 rounded-control border border-danger bg-danger-soft px-3 py-2"
        >
          <CircleAlert aria-hidden size={18} className="shrink-0 text-danger" />
          <p className="min-w-0 grow basis-40">
            {what} could not be searched. {message}
          </p>
          <Button variant="secondary" size="small" onClick={retry}>
            Retry
          </Button>
        </div>
      ))}
      <SlashKey />
    </Dialog>
  )
}

/** Single keys can be turned off (WCAG 2.1.4). Without a keyboard, there is nothing to choose. */
const SlashKey = () => {
  const [isOn, setIsOn] = useState(hasSlashKey)
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm text-muted pointer-coarse:hidden">
      <Checkbox
        id="search-slash"
        label={
          <>
            Open the search with <kbd>/</kbd> too. <kbd>Ctrl</kbd> or <kbd>⌘</kbd> with <kbd>K</kbd>{' '}
            always opens it.
          </>
        }
        checked={isOn}
        onChange={({ target }) => {
          setSlashKey(target.checked)
          setIsOn(target.checked)
        }}
      />
    </div>
  )
}
