import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useState } from 'react'

import { ACCEPTED_PICTURES } from '#rules/uploads'
import { Alert, ProgressBar } from '#ui'
import { uploadFile } from '#views/evidence'
import { messageOf, useApiMutation } from '#web/api'

import { consent } from './queries.ts'

type Props = { learnerId: string; formId: string }

/** Uploads a photo or PDF of the signed page, and submits it. */
export const SendForm = ({ learnerId, formId }: Props) => {
  const id = useId()
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const send = useApiMutation(consent.sendConsentForm)
  const upload = async (file: File) => {
    setFailure(undefined)
    setShare(0)
    try {
      const stored = await uploadFile(file, {
        idempotencyKey: crypto.randomUUID(),
        signal: new AbortController().signal,
        onProgress: setShare,
      })
      const params = { id: learnerId, form_id: formId }
      await send.mutateAsync({ params, body: { file_id: stored.id } })
    } catch (error) {
      setFailure(messageOf(error, 'It could not be sent. Please try again.'))
    }
    setShare(undefined)
  }
  return (
    <div className="space-y-3">
      <label
        htmlFor={id}
        className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-bg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
      >
        <ImagePlus aria-hidden size={18} className="shrink-0" />
        Send a photo or PDF of it
        <input
          id={id}
          type="file"
          accept={`${ACCEPTED_PICTURES},application/pdf`}
          className="visually-hidden"
          disabled={share !== undefined}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) void upload(file)
            event.target.value = ''
          }}
        />
      </label>
      {share === undefined ? null : <ProgressBar label="Uploading the form" value={share} />}
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
    </div>
  )
}
