import Trash2 from 'lucide-react/icons/trash-2'

import type { Annotation } from '#contract/reviews'
import { IconButton } from '#ui'

import { selectorInWords } from './labels.ts'
import { wordsIdOf } from './pins.ts'

type Props = {
  attemptId: string
  /** Number of pins before the first one. */
  from?: number
  annotations: readonly Annotation[]
  onRemove?: (index: number) => void
}

/** Texts of pinned comments, by number. */
export const PinList = ({ attemptId, from = 0, annotations, onRemove }: Props) =>
  annotations.length === 0 ? null : (
    <ol className="space-y-2">
      {annotations.map((annotation, index) => (
        <li
          // Pins have no identity but their number.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          id={wordsIdOf(attemptId, from + index + 1)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={-1}
          className="flex gap-3 rounded-control border border-line bg-bg px-3 py-2 focus:border-brand"
        >
          <span className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-brand text-sm font-bold text-on-brand">
            {from + index + 1}
          </span>
          <div className="min-w-0 grow">
            <p className="text-sm text-muted">{selectorInWords(annotation)}</p>
            <p className="whitespace-pre-line">{annotation.comment}</p>
          </div>
          {onRemove ? (
            <IconButton
              label={`Remove comment ${from + index + 1}`}
              onClick={() => onRemove(index)}
            >
              <Trash2 aria-hidden size={18} />
            </IconButton>
          ) : null}
        </li>
      ))}
    </ol>
  )
