import { useId } from 'react'

import { Alert } from '#ui'

type Props = {
  problem: string
  accept: string
  /** The phone's own app opens where there is one. */
  capture: 'user' | 'environment'
  add: (file: File) => void
  close: () => void
}

/** Reason why a device cannot be used, and a file field in its place. */
export const FileInstead = ({ problem, accept, capture, add, close }: Props) => {
  const id = useId()
  return (
    <div className="space-y-3">
      <Alert tone="warning" role="alert" title={problem} />
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">
          Choose a file instead
        </label>
        <input
          id={id}
          type="file"
          accept={accept}
          capture={capture}
          className="max-w-full"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (!file) return
            add(file)
            close()
          }}
        />
      </div>
    </div>
  )
}
