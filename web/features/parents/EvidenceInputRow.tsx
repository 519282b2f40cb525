import { useId, useState } from 'react'

import { Button, ProgressBar, TextField } from '#ui'
import { size } from '#views/evidence'

import type { EvidenceInput } from './use-evidence-form.ts'

type Props = { gift: EvidenceInput; write: (words: string) => void; remove: () => void }

/** A photo or file before upload, with description and progress. */
export const EvidenceInputRow = ({ gift, write, remove }: Props) => {
  const id = useId()
  const { file, share, failure, tried, words } = gift
  if (!file) return null
  return (
    <div
      className={`space-y-3 rounded-control border bg-surface p-3 ${failure ? 'border-danger' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        {gift.preview ? <Preview src={gift.preview} /> : null}
        <p className="min-w-28 grow basis-0 text-sm">
          <span className="font-semibold">{file.name}</span>{' '}
          <span className="text-muted">{size(file.size)}</span>
        </p>
        <Button
          variant="quiet"
          size="small"
          disabled={share !== null}
          onClick={remove}
          aria-label={`Remove ${file.name}`}
        >
          Remove
        </Button>
      </div>
      <TextField
        id={`${id}-caption`}
        label="What it shows"
        optional
        maxLength={500}
        value={words}
        readOnly={tried}
        onChange={(event) => write(event.target.value)}
      />
      {failure ? (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      ) : null}
      {share === null ? null : <ProgressBar label={`Uploading ${file.name}`} value={share} />}
    </div>
  )
}

/** Small square preview; nothing for formats that this browser cannot display, such as HEIC in most. */
const Preview = ({ src }: { src: string }) => {
  const [isDrawn, setIsDrawn] = useState(true)
  return isDrawn ? (
    <img
      src={src}
      alt=""
      onError={() => setIsDrawn(false)}
      className="size-16 shrink-0 rounded-control border border-line object-cover"
    />
  ) : null
}
