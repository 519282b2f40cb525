// The edit list of an MP4 or QuickTime file (ISO 14496-12, 8.6.6): the parts of its tracks that a player shows.

type Box = { from: number; to: number }

/** Boxes of a type directly inside another one. */
const boxesIn = (file: Buffer, { from, to }: Box, type: string): Box[] => {
  const found: Box[] = []
  for (let at = from; at + 16 <= to;) {
    const short = file.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short || to - at
    if (size < head || at + size > to) break
    if (file.toString('latin1', at + 4, at + 8) === type)
      found.push({ from: at + head, to: at + size })
    at += size
  }
  return found
}

/** Length in seconds of a movie or a track, and its units per second. */
const timesOf = (file: Buffer, { from }: Box) => {
  const isLong = file[from] === 1
  const scale = file.readUInt32BE(from + (isLong ? 20 : 12))
  const units = isLong ? Number(file.readBigUInt64BE(from + 24)) : file.readUInt32BE(from + 16)
  return { scale, seconds: units / scale }
}

/** Parts that are shown, in units; empty ones only delay the others. */
const partsOf = (file: Buffer, { from, to }: Box) => {
  const isLong = file[from] === 1
  const length = isLong ? 20 : 12
  const count = Math.min(file.readUInt32BE(from + 4), Math.floor((to - from - 8) / length))
  return Array.from({ length: count }, (_, i) => {
    const at = from + 8 + i * length
    return isLong
      ? { units: Number(file.readBigUInt64BE(at)), start: Number(file.readBigInt64BE(at + 8)) }
      : { units: file.readUInt32BE(at), start: file.readInt32BE(at + 4) }
  }).filter(({ start }) => start !== -1)
}

/** In seconds. Shorter ends are the padding of codecs. */
const PADDING = 0.5

/** True if players leave out an end or a middle, which remains in the file: packed anew, it would be shown. */
export const isCut = (file: Buffer): boolean =>
  boxesIn(file, { from: 0, to: file.length }, 'moov').some((moov) => {
    const [header] = boxesIn(file, moov, 'mvhd')
    if (!header) return false
    const { scale } = timesOf(file, header)
    return boxesIn(file, moov, 'trak').some((trak) => {
      const [media] = boxesIn(file, trak, 'mdia').flatMap((box) => boxesIn(file, box, 'mdhd'))
      const [list] = boxesIn(file, trak, 'edts').flatMap((box) => boxesIn(file, box, 'elst'))
      if (!media || !list) return false
      const [first, ...others] = partsOf(file, list)
      if (!first) return false
      const track = timesOf(file, media)
      const end = first.start / track.scale + first.units / scale
      // In a film that was stored while it was recorded, the length is unknown: 0.
      return others.length > 0 || (first.units > 0 && track.seconds - end > PADDING)
    })
  })
