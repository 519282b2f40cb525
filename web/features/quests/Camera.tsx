import CameraIcon from 'lucide-react/icons/camera'
import SwitchCamera from 'lucide-react/icons/switch-camera'
import { useEffect, useRef, useState } from 'react'

import { ACCEPTED_PICTURES } from '#rules/uploads'
import { Button } from '#ui'

import type { CapturePartProps } from './Capture.tsx'
import { FileInstead } from './FileInstead.tsx'
import { closeStream, deviceProblem, openDevice, reloadIfNotAllowed } from './media-devices.ts'
import { asPicture } from './pictures.ts'
import { useUnfinished } from './use-unfinished.ts'

type Facing = 'environment' | 'user'
type Props = CapturePartProps & { draw: (photo: File) => void }

/** Takes a photo with the device's camera. The picture is drawn anew and carries no place or time. */
export const Camera = ({ taskId, add, close, draw }: Props) => {
  const [photo, setPhoto] = useState<{ file: File; url: string }>()
  const [facing, setFacing] = useState<Facing>('environment')
  const [attempt, setAttempt] = useState(0)
  const unfinished = useUnfinished(taskId, () => photo?.file)
  useEffect(() => () => URL.revokeObjectURL(photo?.url ?? ''), [photo])
  if (!photo) {
    return (
      <Finder
        key={`${facing} ${attempt}`}
        taskId={taskId}
        facing={facing}
        again={() => setAttempt(attempt + 1)}
        turn={() => setFacing(facing === 'user' ? 'environment' : 'user')}
        add={add}
        close={close}
        take={(file) => setPhoto({ file, url: URL.createObjectURL(file) })}
      />
    )
  }
  return (
    <div className="space-y-3">
      <img src={photo.url} alt="What you have just taken" className="max-h-[60dvh] rounded-card" />
      <div className="flex flex-wrap gap-2">
        <Button
          onClick={() => {
            void unfinished.finish((key) => add(photo.file, key)).then(close)
          }}
        >
          Add the photo
        </Button>
        <Button
          variant="secondary"
          onClick={() => void unfinished.discard().then(() => draw(photo.file))}
        >
          Draw on it
        </Button>
        <Button
          variant="secondary"
          onClick={() => {
            setPhoto(undefined)
            void unfinished.forget()
          }}
        >
          Take another
        </Button>
        <Button variant="quiet" onClick={() => void unfinished.discard().then(close)}>
          Discard
        </Button>
      </div>
    </div>
  )
}

type FinderProps = CapturePartProps & {
  facing: Facing
  turn: () => void
  again: () => void
  take: (photo: File) => void
}

const Finder = ({ taskId, facing, turn, again, add, close, take }: FinderProps) => {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isReady, setIsReady] = useState(false)
  const [hasOther, setHasOther] = useState(false)
  useEffect(() => {
    let stream: MediaStream | undefined
    let isLeft = false
    const open = async () => {
      if (reloadIfNotAllowed('camera', taskId, 'camera')) return
      try {
        const size = { width: { ideal: 1920 }, height: { ideal: 1440 } }
        const opened = await openDevice({ video: { facingMode: facing, ...size } })
        if (isLeft) return closeStream(opened)
        stream = opened
        // Another app may take the camera, and a phone that sleeps ends it.
        opened
          .getVideoTracks()[0]
          ?.addEventListener('ended', () =>
            setProblem(deviceProblem(new DOMException('', 'NotReadableError'), 'camera')),
          )
        const devices = await navigator.mediaDevices.enumerateDevices()
        setHasOther(devices.filter(({ kind }) => kind === 'videoinput').length > 1)
        if (video.current) video.current.srcObject = opened
      } catch (error) {
        closeStream(stream)
        if (!isLeft) setProblem(deviceProblem(error, 'camera'))
      }
    }
    void open()
    return () => {
      isLeft = true
      closeStream(stream)
    }
  }, [taskId, facing])
  const shoot = async () => {
    if (!video.current) return
    const { videoWidth: width, videoHeight: height } = video.current
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(video.current, 0, 0)
    const file = await asPicture(canvas, 'Photo')
    if (file) take(file)
  }
  if (problem) {
    return (
      <div className="space-y-3">
        <FileInstead
          problem={problem}
          accept={ACCEPTED_PICTURES}
          capture="environment"
          add={add}
          close={close}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={again}>Try again</Button>
          <Button variant="quiet" onClick={close}>
            Close
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label="What the camera sees"
        onLoadedData={() => setIsReady(true)}
        className={`aspect-4/3 max-h-[60dvh] w-full rounded-card bg-sky-deep ${facing === 'user' ? '-scale-x-100' : ''}`}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="large"
          disabled={!isReady}
          icon={<CameraIcon aria-hidden size={22} />}
          onClick={() => void shoot()}
        >
          Take the photo
        </Button>
        {hasOther ? (
          <Button variant="secondary" icon={<SwitchCamera aria-hidden size={18} />} onClick={turn}>
            Other camera
          </Button>
        ) : null}
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
    </div>
  )
}
