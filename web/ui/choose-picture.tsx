import ImagePlus from 'lucide-react/icons/image-plus'
import { type ReactNode, useId } from 'react'

import { ACCEPTED_PICTURES } from '#rules/uploads'

type Props = { onChoose: (file: File) => void; children: ReactNode }

/** A button that opens a picture chooser; the same picture can be chosen again. */
export const ChoosePicture = ({ onChoose, children }: Props) => {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-sunk has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
    >
      <ImagePlus aria-hidden size={18} />
      {children}
      <input
        id={id}
        type="file"
        accept={ACCEPTED_PICTURES}
        className="visually-hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onChoose(file)
          event.target.value = ''
        }}
      />
    </label>
  )
}
