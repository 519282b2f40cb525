import { useQuery } from '@tanstack/react-query'
import Trash2 from 'lucide-react/icons/trash-2'
import { useDeferredValue, useState } from 'react'

import starters from '#content/review-comments.json' with { type: 'json' }
import { Button, Dialog, IconButton, QueryView, TextField } from '#ui'
import { useApiMutation } from '#web/api'

import { reviews } from './queries.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Current comment, which can be saved to the bank. */
  comment: string
  onChoose: (words: string) => void
}

/** The advisor's saved comments, and all earlier ones. */
export const CommentBank = ({ open, onClose, ...bank }: Props) => (
  <Dialog open={open} onClose={onClose} title="Comment bank">
    {open ? <Bank {...bank} /> : null}
  </Dialog>
)

const Bank = ({ comment, onChoose }: Pick<Props, 'comment' | 'onChoose'>) => {
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const saved = useQuery(reviews.listSavedComments.query())
  const past = useQuery({
    ...reviews.searchPastComments.query({ query: { search: wanted } }),
    enabled: wanted.trim().length > 1,
    placeholderData: (before) => before,
  })
  const save = useApiMutation(reviews.saveComment)
  const remove = useApiMutation(reviews.deleteSavedComment)
  const isWanted = (words: string) => words.toLowerCase().includes(wanted.trim().toLowerCase())
  const found = (saved.data?.items ?? []).filter(({ words }) => isWanted(words))
  const begun = starters.filter(isWanted)
  return (
    <div className="space-y-4">
      <TextField
        id="bank-search"
        label="Search"
        optional
        hint="Searches your saved comments and everything you have written before."
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <Button
        variant="secondary"
        disabled={comment.trim() === ''}
        busy={save.isPending}
        onClick={() => save.mutate({ body: { words: comment.slice(0, 2000) } })}
      >
        Save what I have written
      </Button>
      <QueryView query={saved} what="your comments" skeleton="h-32">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">
              No comments of your own yet. Write one and save it here: {'{first_name}'} and{' '}
              {'{task}'} are filled in when you use it.
            </p>
          ) : (
            <ul className="space-y-2" aria-label="Saved comments">
              {found.map(({ id, words }) => (
                <li key={id} className="flex items-start gap-2">
                  <Choice words={words} onChoose={onChoose} />
                  <IconButton
                    label={`Remove: ${words.slice(0, 60)}`}
                    onClick={() => remove.mutate({ params: { id } })}
                  >
                    <Trash2 aria-hidden size={18} />
                  </IconButton>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {past.data && past.data.items.length > 0 && wanted.trim().length > 1 ? (
        <>
          <h3 className="text-base">Written before</h3>
          <ul className="space-y-2">
            {past.data.items.map(({ words }) => (
              <li key={words}>
                <Choice words={words} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {begun.length > 0 ? (
        <>
          <h3 className="text-base">To begin with</h3>
          <ul className="space-y-2" aria-label="Comments to begin with">
            {begun.map((words) => (
              <li key={words}>
                <Choice words={words} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

const Choice = ({ words, onChoose }: { words: string; onChoose: (words: string) => void }) => (
  <button
    type="button"
    onClick={() => onChoose(words)}
    className="min-h-11 grow rounded-control border border-line bg-bg px-3 py-2 text-left whitespace-pre-line hover:border-ink"
  >
    {words}
  </button>
)
