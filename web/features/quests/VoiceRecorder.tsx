import Mic from 'lucide-react/icons/mic'
import Square from 'lucide-react/icons/square'
import { useEffect, useRef, useState } from 'react'

import { Alert, Button } from '#ui'

import type { CapturePartProps } from './Capture.tsx'
import { FileInstead } from './FileInstead.tsx'
import { closeStream, deviceProblem, openDevice, reloadIfNotAllowed } from './media-devices.ts'
import { canRecord, MAX_SECONDS, type Recording, startRecording } from './recording.ts'
import { useUnfinished } from './use-unfinished.ts'

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type Recorded = { file: File; url: string; hint?: string }

/** Records a voice, lets it be heard, and adds it to the evidence. */
export const VoiceRecorder = ({ taskId, add, close }: CapturePartProps) => {
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const [recording, setRecording] = useState<Recording>()
  const [recorded, setRecorded] = useState<Recorded>()
  const stream = useRef<MediaStream>(undefined)
  const unfinished = useUnfinished(taskId, () => recorded?.file ?? recording?.file())
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      closeStream(stream.current)
    }
  }, [])
  // Before anything is recorded.
  useEffect(() => void reloadIfNotAllowed('microphone', taskId, 'voice'), [taskId])
  useEffect(() => () => URL.revokeObjectURL(recorded?.url ?? ''), [recorded])

  const start = async () => {
    setProblem(undefined)
    setRecorded(undefined)
    setIsAsking(true)
    try {
      if (!canRecord()) throw new DOMException('No recorder', 'NotFoundError')
      const opened = await openDevice({ audio: true })
      // The browser may have asked for longer than this part was open.
      if (isLeft.current) return closeStream(opened)
      stream.current = opened
      // A phone that sleeps would end the recording.
      const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (isLeft.current) return void lock?.release()
      const begun = startRecording(opened, () => {
        closeStream(opened)
        void lock?.release()
        if (isLeft.current) return
        const file = begun.file()
        setRecording(undefined)
        if (file) setRecorded({ file, url: URL.createObjectURL(file), ...hintOf(begun) })
        else setProblem('Nothing was recorded. Try again, or choose a file instead.')
      })
      setRecording(begun)
    } catch (error) {
      closeStream(stream.current)
      setProblem(deviceProblem(error, 'microphone'))
    } finally {
      setIsAsking(false)
    }
  }
  const stoppedByHand = useRef(false)
  const hintOf = ({ seconds }: Recording): Pick<Recorded, 'hint'> => {
    if (stoppedByHand.current) return {}
    return seconds() >= MAX_SECONDS
      ? {
          hint: 'The recording is half an hour long and has ended. You can add it and record another.',
        }
      : { hint: 'The recording was interrupted. All that was recorded until then is here.' }
  }
  const begin = () => {
    stoppedByHand.current = false
    void unfinished.forget()
    void start()
  }

  if (recorded) {
    return (
      <div className="space-y-3">
        {recorded.hint ? <Alert role="status" title={recorded.hint} /> : null}
        {/* Recordings by users have no transcript. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <audio controls src={recorded.url} aria-label="Your recording" className="w-full" />
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => {
              void unfinished.finish((key) => add(recorded.file, key)).then(close)
            }}
          >
            Add the recording
          </Button>
          <Button variant="secondary" onClick={begin}>
            Record again
          </Button>
          <Button variant="quiet" onClick={() => void unfinished.discard().then(close)}>
            Discard
          </Button>
        </div>
      </div>
    )
  }
  if (recording) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <Button
          size="large"
          variant="danger"
          icon={<Square aria-hidden size={20} />}
          onClick={() => {
            stoppedByHand.current = true
            recording.stop()
          }}
        >
          Stop recording
        </Button>
        <Elapsed recording={recording} />
      </div>
    )
  }
  return (
    <div className="space-y-3">
      {problem ? (
        <FileInstead problem={problem} accept="audio/*" capture="user" add={add} close={close} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button size="large" busy={isAsking} icon={<Mic aria-hidden size={22} />} onClick={begin}>
          {problem ? 'Try again' : 'Start recording'}
        </Button>
        <Button variant="quiet" onClick={close}>
          Close
        </Button>
      </div>
      <p className="text-sm text-muted">Up to half an hour. Nothing is sent until you add it.</p>
    </div>
  )
}

const Elapsed = ({ recording }: { recording: Recording }) => {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(recording.seconds()), 500)
    return () => clearInterval(timer)
  }, [recording])
  return (
    <p className="flex items-center gap-2 text-lg font-semibold tabular-nums">
      <span aria-hidden className="size-3 rounded-full bg-danger motion-safe:animate-pulse" />
      <span role="status">Recording</span> <span role="timer">{clock(seconds)}</span>
    </p>
  )
}
