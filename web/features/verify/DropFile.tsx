import FileUp from 'lucide-react/icons/file-up'
import { useState } from 'react'

type Props = { onFile: (file: File) => void; ready: boolean }

/** File input with drag and drop. */
export const DropFile = ({ onFile, ready }: Props) => {
  const [isOver, setOver] = useState(false)
  return (
    // Keyboard users choose the file with the input instead.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      htmlFor="file"
      className={`flex flex-col items-center gap-2 rounded-card border-2 border-dashed px-6 py-8 text-center transition-colors focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus) hover:border-brand ${isOver ? 'border-brand bg-brand-soft' : 'border-control'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer.files
        if (file && ready) onFile(file)
      }}
    >
      <FileUp aria-hidden size={28} className="text-muted" />
      <span className="font-semibold">Choose a file, or drop it here</span>
      <span className="text-sm text-muted">
        A badge image (PNG or SVG) or a signed record (JSON), up to 1&nbsp;MB
      </span>
      <input
        id="file"
        type="file"
        disabled={!ready}
        accept=".png,.svg,.json,.jwt,.jws,.txt,image/png,image/svg+xml,application/json"
        className="visually-hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Allows choosing the same file again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
