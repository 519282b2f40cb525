import { useState } from 'react'

import type { DraftContent } from '#contract/authoring'
import { PILLARS } from '#rules/pillars'
import { Alert, Button, ChoosePicture, DrawnCover, ProgressBar } from '#ui'
import { fileUrl, SessionImage } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'

import { FIELD_LABELS } from './labels.ts'
import { MotifPicker } from './MotifPicker.tsx'
import { authoring } from './queries.ts'

type Props = {
  /** Quest id. */
  id: string
  content: DraftContent
  error: string | undefined
  onChange: (change: Pick<Partial<DraftContent>, 'cover_motif' | 'cover_file_id'>) => void
}

/** Drawn cover, or an uploaded picture. */
export const CoverField = ({ id, content, error, onChange }: Props) => {
  const [share, setShare] = useState(0)
  const upload = useApiMutation(authoring.uploadCover, {
    onSuccess: (file) => onChange({ cover_file_id: file.id }),
    onProgress: setShare,
  })
  const send = (file: File) => {
    const form = new FormData()
    form.set('file', file, file.name)
    setShare(0)
    upload.mutate({ form })
  }
  const { cover_file_id, cover_motif, tasks } = content
  const problem = upload.error ? messageOf(upload.error) : error
  return (
    <div className="space-y-3">
      {cover_file_id === null ? (
        <>
          <DrawnCover
            seed={id}
            pillars={PILLARS.filter((pillar) => tasks.some((task) => task.pillar === pillar))}
            motif={cover_motif}
            className="aspect-video w-full max-w-80 rounded-card border border-line"
          />
          <MotifPicker
            chosen={cover_motif}
            onChoose={(motif) => onChange({ cover_motif: motif })}
          />
        </>
      ) : (
        <>
          <p className="font-semibold">{FIELD_LABELS.cover_file_id}</p>
          <SessionImage
            key={cover_file_id}
            src={fileUrl(cover_file_id)}
            alt="The cover"
            look="aspect-video w-full max-w-80 rounded-card border border-line object-cover"
          />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <ChoosePicture onChoose={send}>
          {cover_file_id === null ? 'Use your own picture' : 'Choose another picture'}
        </ChoosePicture>
        {cover_file_id === null ? null : (
          <Button variant="quiet" onClick={() => onChange({ cover_file_id: null })}>
            Use a drawn cover
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        Use a picture you have the rights to, without children’s faces: everyone will see it. It is
        cropped to 16:9.
      </p>
      {upload.isPending ? <ProgressBar label="Cover upload" value={share} /> : null}
      {problem ? (
        <Alert tone="danger" role="alert">
          {problem}
        </Alert>
      ) : null}
    </div>
  )
}
