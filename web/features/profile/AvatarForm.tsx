import { useState } from 'react'

import type { Profile } from '#contract/profile'
import { Alert, Avatar, Button, ChoosePicture, ProgressBar } from '#ui'
import { messageOf, useApiMutation, withAvatarUrl } from '#web/api'

import { DrawnPictures } from './DrawnPictures.tsx'
import { isChild } from './is-child.ts'
import { profile as calls, useProfileSaved } from './queries.ts'

const explain = (error: unknown) =>
  messageOf(error, 'Your picture could not be saved. Please try again.')

/** Profile picture: a drawn one, or except for children an upload, which the server crops to a square; and removal. */
export const AvatarForm = ({ profile }: { profile: Profile }) => {
  const [share, setShare] = useState(0)
  const mayUpload = !isChild(profile)
  const kept = useProfileSaved()
  const change = useApiMutation(calls.changeAvatar, { ...kept, onProgress: setShare })
  const draw = useApiMutation(calls.chooseAvatar, kept)
  const remove = useApiMutation(calls.removeAvatar, kept)
  const error = change.error ?? draw.error ?? remove.error
  const forgetErrors = () => {
    for (const call of [change, draw, remove]) call.reset()
  }
  const send = (file: File) => {
    const form = new FormData()
    form.set('file', file, file.name)
    setShare(0)
    forgetErrors()
    change.mutate({ form })
  }
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar user={withAvatarUrl(profile)} className="size-24 text-2xl" />
        <div className="flex flex-wrap gap-2">
          {mayUpload ? (
            <ChoosePicture onChoose={send}>
              {profile.avatar_url ? 'Choose another picture' : 'Choose a picture'}
            </ChoosePicture>
          ) : null}
          {profile.avatar_url ? (
            <Button
              variant="quiet"
              busy={remove.isPending}
              onClick={() => {
                forgetErrors()
                remove.mutate(undefined)
              }}
            >
              Remove picture
            </Button>
          ) : null}
        </div>
      </div>
      <DrawnPictures
        disabled={change.isPending || draw.isPending}
        onChoose={(drawing) => {
          forgetErrors()
          draw.mutate({ body: { drawing } })
        }}
      />
      {mayUpload ? (
        <p className="text-sm text-muted">
          JPEG, PNG, WebP, GIF or AVIF, up to 25 MB. We crop it to a square, and remove details of
          where and when it was taken.
        </p>
      ) : null}
      {change.isPending ? <ProgressBar label="Uploading your picture" value={share} /> : null}
      {error ? (
        <Alert tone="danger" role="alert">
          {explain(error)}
        </Alert>
      ) : null}
    </div>
  )
}
