import { Button, ProgressBar } from '#ui'
import { size } from '#views/evidence'

import type { Upload } from './uploads.ts'

type Props = { upload: Upload; cancel: () => void; retry: () => void }

/** A file upload with progress and actions. */
export const UploadRow = ({ upload, cancel, retry }: Props) => {
  const { file, share, failure } = upload
  return (
    <div
      className={`rounded-control border px-4 py-3 ${failure ? 'border-danger bg-danger-soft' : 'border-line bg-sunk'}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0">
          <span className="font-semibold">{file.name}</span>{' '}
          <span className="text-sm text-muted">{size(file.size)}</span>
        </p>
        <div className="flex gap-2">
          {failure && !failure.final ? (
            <Button variant="secondary" size="small" onClick={retry}>
              Retry
            </Button>
          ) : null}
          <Button variant="quiet" size="small" onClick={cancel}>
            {failure ? 'Remove' : 'Cancel'}
          </Button>
        </div>
      </div>
      {failure ? (
        <p role="alert" className="mt-1 text-danger">
          {failure.message}
        </p>
      ) : (
        <ProgressBar label={`Uploading ${file.name}`} value={share} className="mt-2" />
      )}
    </div>
  )
}
