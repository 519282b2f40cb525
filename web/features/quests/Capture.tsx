import { useEffect, useRef, useState } from 'react'

import { Camera } from './Camera.tsx'
import { Drawing } from './Drawing.tsx'
import { type CaptureKind, endPendingCapture } from './media-devices.ts'
import { VoiceRecorder } from './VoiceRecorder.tsx'

export type CapturePartProps = {
  taskId: string
  /** @param key under which the file is already saved on this device */
  add: (file: File, key?: string) => void
  close: () => void
}

const TITLES = {
  camera: 'Take a photo',
  voice: 'Record your voice',
  drawing: 'Draw',
} satisfies Record<CaptureKind, string>

type Props = CapturePartProps & { kind: CaptureKind; addText: () => void }

/** Makes evidence in the page: a photo, a recording, a drawing. */
export const Capture = ({ kind, addText, ...part }: Props) => {
  const [photo, setPhoto] = useState<File>()
  const shown = photo ? 'drawing' : kind
  useEffect(() => endPendingCapture, [])
  return (
    <section
      aria-label={TITLES[shown]}
      className="space-y-3 rounded-card border border-line bg-sunk p-4"
    >
      <Title key={shown} title={TITLES[shown]} />
      {shown === 'camera' ? <Camera {...part} draw={setPhoto} /> : null}
      {shown === 'voice' ? <VoiceRecorder {...part} /> : null}
      {shown === 'drawing' ? <Drawing {...part} photo={photo} addText={addText} /> : null}
    </section>
  )
}

/** Takes the focus from the button that opened the part. */
const Title = ({ title }: { title: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h4 ref={heading} tabIndex={-1} className="text-lg">
      {title}
    </h4>
  )
}
