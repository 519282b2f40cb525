import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { MAX_UPLOAD } from '#rules/uploads'
import { messageOf, statusOf } from '#web/api'

import { parents, ownAdded } from './queries.ts'

/** A photo, file or note to be added to a child's task. */
export type EvidenceInput = {
  /** The same for every attempt. */
  key: string
  file: File | null
  /** Preview URL of a picture, if this browser can display it. */
  preview: string | null
  /** Caption of a picture, or text of a note. */
  words: string
  /** 0 to 1 while uploading. */
  share: number | null
  failure?: string
  /** It was sent and may have arrived: retries must not change it. */
  tried: boolean
}

const newGift = (file: File | null): EvidenceInput => ({
  key: crypto.randomUUID(),
  file,
  preview: file?.type.startsWith('image/') ? URL.createObjectURL(file) : null,
  words: '',
  share: null,
  tried: false,
})

/** True if the server refused the request and stored nothing, so that it can be edited. */
const isRefused = (error: unknown) => {
  const status = statusOf(error) ?? 0
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
}

/** Additions for a child, sent one by one; failed ones stay with their text. */
export const useEvidenceForm = (childId: string) => {
  const cache = useQueryClient()
  const [files, setFiles] = useState<EvidenceInput[]>([])
  const [note, setNote] = useState(() => newGift(null))
  const [sending, setSending] = useState(false)
  const [given, setGiven] = useState(0)
  const isBusy = useRef(false)

  const patch = (key: string, part: Partial<EvidenceInput>) => {
    const change = (gift: EvidenceInput) => (gift.key === key ? { ...gift, ...part } : gift)
    setFiles((all) => all.map(change))
    setNote(change)
  }
  const drop = (gift: EvidenceInput) => {
    if (gift.preview) URL.revokeObjectURL(gift.preview)
    if (gift.file === null) setNote(newGift(null))
    else setFiles((all) => all.filter(({ key }) => key !== gift.key))
  }

  const sendOne = async (gift: EvidenceInput, taskId: string): Promise<boolean> => {
    const { key, file, words } = gift
    const form = new FormData()
    form.set('task_id', taskId)
    if (file === null) form.set('text', words)
    else if (words.trim() !== '') form.set('caption', words)
    if (file !== null) form.append('file', file, file.name)
    setFiles((all) => all.map((each) => (each.key === key ? withoutFailure(each) : each)))
    patch(key, { share: 0, tried: true })
    try {
      await parents.addEvidence(
        { params: { id: childId }, form },
        { idempotencyKey: key, onProgress: (share) => patch(key, { share }) },
      )
      drop(gift)
      return true
    } catch (error) {
      const failure = messageOf(
        error,
        'The server did not respond. Nothing is lost: please try again.',
      )
      const again = isRefused(error) ? { key: crypto.randomUUID(), tried: false } : {}
      patch(key, { share: null, failure, ...again })
      return false
    }
  }

  return {
    files,
    note,
    sending,
    /** Number of items added by the last submission. */
    given,
    /** Something was sent and may have arrived: the task can no longer change. */
    isFixed: [...files, note].some(({ tried }) => tried),
    isEmpty: files.length === 0 && note.words.trim() === '',
    add: (chosen: Iterable<File>) => {
      setGiven(0)
      const gifts = [...chosen].map(newGift)
      const tooLarge = 'This file is larger than 25 MB. Please choose a smaller one.'
      setFiles((all) => [
        ...all,
        ...gifts.map((gift) =>
          gift.file && gift.file.size > MAX_UPLOAD ? { ...gift, failure: tooLarge } : gift,
        ),
      ])
    },
    write: (gift: EvidenceInput, words: string) => patch(gift.key, { words }),
    remove: drop,
    send: async (taskId: string) => {
      if (isBusy.current) return
      isBusy.current = true
      setSending(true)
      setGiven(0)
      const gifts = [...files, ...(note.words.trim() === '' ? [] : [note])].filter(
        ({ file }) => file === null || file.size <= MAX_UPLOAD,
      )
      let arrived = 0
      for (const gift of gifts) if (await sendOne(gift, taskId)) arrived += 1
      setGiven(arrived)
      setSending(false)
      isBusy.current = false
      await cache.invalidateQueries({ queryKey: ownAdded(childId).queryKey })
    },
  }
}

const withoutFailure = ({ failure: _, ...gift }: EvidenceInput): EvidenceInput => gift
