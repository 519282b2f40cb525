const CAPTURES = ['camera', 'voice', 'drawing'] as const
export type CaptureKind = (typeof CAPTURES)[number]
export type Device = 'camera' | 'microphone'

type WithPolicy = Document & { featurePolicy?: { allowsFeature: (name: string) => boolean } }

/** False if this document came with a Permissions-Policy against the device. Other browsers than Chromium have no such policy. */
const isAllowedHere = (device: Device): boolean =>
  (document as WithPolicy).featurePolicy?.allowsFeature(device) ?? true

/** Name in the session storage of a capture that continues after a reload. */
const PENDING = 'capture'

/** Takes it once: a later load of the page opens no device by itself. */
const takePending = (): string => {
  try {
    const pending = sessionStorage.getItem(PENDING)
    sessionStorage.removeItem(PENDING)
    return pending ?? ''
  } catch {
    // Storage refused (private mode): nothing continues after a reload.
    return ''
  }
}

/** Capture for which this document was loaded; empty for none. */
let loadedFor: string | undefined
const findLoadedFor = (): string => (loadedFor ??= takePending())

const storePending = (pending: string): boolean => {
  try {
    sessionStorage.setItem(PENDING, pending)
    return true
  } catch {
    return false
  }
}

/**
 * Only a quest's own page may use devices, and a page that was opened from another one keeps that one's policy: reloads it once,
 * at the same task. The draft and its files are on this device.
 * @returns true if the page is being reloaded
 */
export const reloadIfNotAllowed = (device: Device, taskId: string, kind: CaptureKind): boolean => {
  if (isAllowedHere(device) || !navigator.onLine) return false
  if (findLoadedFor() !== '' || !storePending(`${taskId} ${kind}`)) return false
  history.replaceState(history.state, '', `#task-${taskId}`)
  location.reload()
  return true
}

let isContinued = false

/** Capture on a task that continues after a reload. */
export const pendingCapture = (taskId: string): CaptureKind | undefined => {
  const [task, kind] = findLoadedFor().split(' ')
  return task === taskId && !isContinued ? CAPTURES.find((each) => each === kind) : undefined
}
export const endPendingCapture = () => {
  isContinued = true
}

export const openDevice = (constraints: MediaStreamConstraints): Promise<MediaStream> =>
  'mediaDevices' in navigator
    ? navigator.mediaDevices.getUserMedia(constraints)
    : Promise.reject(new DOMException('No devices', 'NotFoundError'))

export const closeStream = (stream: MediaStream | undefined) => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Sentence for a device that cannot be opened. */
export const deviceProblem = (error: unknown, device: Device): string => {
  const reason = error instanceof DOMException ? error.name : ''
  if (reason === 'NotAllowedError' || reason === 'SecurityError') {
    return `This page may not use the ${device}. You can allow it in your browser’s settings for this site, or choose a file instead.`
  }
  if (reason === 'NotFoundError' || reason === 'OverconstrainedError') {
    return `No ${device} was found on this device. You can choose a file instead.`
  }
  if (reason === 'NotReadableError' || reason === 'AbortError') {
    return `Another app is using the ${device}. Close it and try again, or choose a file instead.`
  }
  return `The ${device} could not be opened. Try again, or choose a file instead.`
}
