import { useState } from 'react'

import type { Annotation } from '#contract/reviews'
import { Button, Dialog, Textarea } from '#ui'

import { selectorInWords } from './labels.ts'

type Props = {
  /** Position of the new comment; undefined if none is being pinned. */
  place: Omit<Annotation, 'comment'> | undefined
  onClose: () => void
  onPin: (annotation: Annotation) => void
}

export const PinForm = ({ place, onClose, onPin }: Props) => (
  <Dialog open={place !== undefined} onClose={onClose} title="Pin a comment">
    {place ? <Words place={place} onPin={onPin} /> : null}
  </Dialog>
)

const Words = ({ place, onPin }: { place: Omit<Annotation, 'comment'>; onPin: Props['onPin'] }) => {
  const [comment, setComment] = useState('')
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (comment.trim() !== '') onPin({ ...place, comment: comment.trim() })
      }}
    >
      <p className="text-muted">{selectorInWords({ ...place, comment: '' })}</p>
      <Textarea
        id="pin-comment"
        label="Comment"
        rows={3}
        maxLength={1000}
        // The dialog was opened for writing.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Button type="submit" disabled={comment.trim() === ''}>
        Pin it
      </Button>
    </form>
  )
}
