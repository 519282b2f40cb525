import FileIcon from 'lucide-react/icons/file'
import Trash from 'lucide-react/icons/trash-2'

import type { DraftBlock } from '#contract/evidence'
import { IconButton, Textarea, TextField } from '#ui'
import { fileUrl, SessionImage } from '#views/evidence'

import type { Piece } from './pieces.ts'

type Props = {
  piece: Piece
  /** From 1, to distinguish pieces of the same kind. */
  number: number
  problem: string | undefined
  change: (part: Partial<DraftBlock>) => void
  remove?: () => void
}

/** Editor of one piece of evidence. */
export const PieceEditor = ({ remove, ...props }: Props) => (
  <div className="flex items-start gap-1">
    <div className="min-w-0 grow">
      <Fields {...props} />
    </div>
    {remove ? (
      <IconButton label={`Remove piece ${props.number}`} onClick={remove} className="-mt-2 -mr-2">
        <Trash aria-hidden size={18} />
      </IconButton>
    ) : null}
  </div>
)

const Fields = ({ piece, number, problem, change }: Omit<Props, 'remove'>) => {
  const id = `piece-${piece.key}`
  if (piece.type === 'text') {
    return (
      <Textarea
        id={id}
        label={number === 1 ? 'Your evidence' : `Text ${number}`}
        hint="Say what you did and what you found out. You can use Markdown: **bold**, lists, headings."
        error={problem}
        value={piece.text}
        onChange={(event) => change({ text: event.target.value })}
      />
    )
  }
  if (piece.type === 'link' || piece.type === 'video') {
    return (
      <TextField
        id={id}
        type="url"
        inputMode="url"
        label={piece.type === 'link' ? 'Web address' : 'Video address'}
        placeholder="https://"
        error={problem}
        value={piece.url}
        onChange={(event) => change({ url: event.target.value })}
      />
    )
  }
  return piece.type === 'image' ? (
    <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
      <SessionImage src={fileUrl(piece.file_id)} alt={piece.alt || 'Your picture'} />
      <div className="space-y-3">
        <TextField
          id={id}
          label="What does the picture show?"
          hint="This is read aloud to people who cannot see it."
          optional
          maxLength={500}
          value={piece.alt ?? ''}
          onChange={(event) => change({ alt: event.target.value })}
        />
        <TextField
          id={`${id}-caption`}
          label="Caption"
          optional
          maxLength={500}
          value={piece.caption ?? ''}
          onChange={(event) => change({ caption: event.target.value })}
        />
      </div>
    </div>
  ) : (
    <div className="space-y-2">
      <a
        href={fileUrl(piece.file_id)}
        target="_blank"
        rel="noopener"
        className="link inline-flex min-h-11 items-center gap-2"
      >
        <FileIcon aria-hidden size={18} /> Open the file
      </a>
      <TextField
        id={id}
        label="Caption"
        optional
        maxLength={500}
        error={problem}
        value={piece.caption ?? ''}
        onChange={(event) => change({ caption: event.target.value })}
      />
    </div>
  )
}
