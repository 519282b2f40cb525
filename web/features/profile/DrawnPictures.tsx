import { AVATAR_SIDE } from '#contract/profile'
import { AVATAR_DRAWINGS, type AvatarDrawing, avatarSvg } from '#rules/art/avatars'

const NAMES = {
  fox: 'A fox',
  owl: 'An owl',
  bear: 'A bear',
  cat: 'A cat',
  rabbit: 'A rabbit',
  frog: 'A frog',
  whale: 'A whale',
  robot: 'A robot',
} satisfies Record<AvatarDrawing, string>

const urlOf = (name: AvatarDrawing) =>
  `data:image/svg+xml,${encodeURIComponent(avatarSvg(name, AVATAR_SIDE))}`

/** The drawing as a PNG file, which every program shows. */
const fileOf = async (name: AvatarDrawing): Promise<File> => {
  const picture = new Image(AVATAR_SIDE, AVATAR_SIDE)
  picture.src = urlOf(name)
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = AVATAR_SIDE
  canvas.height = AVATAR_SIDE
  canvas.getContext('2d')?.drawImage(picture, 0, 0, AVATAR_SIDE, AVATAR_SIDE)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('No picture')
  return new File([blob], `${name}.png`, { type: 'image/png' })
}

type Props = { disabled: boolean; onChoose: (file: Promise<File>) => void }

/** Drawn pictures to choose from. */
export const DrawnPictures = ({ disabled, onChoose }: Props) => (
  <fieldset disabled={disabled}>
    <legend className="mb-2 font-semibold">A drawn picture</legend>
    <ul className="flex flex-wrap gap-2">
      {AVATAR_DRAWINGS.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={NAMES[name]}
            title={NAMES[name]}
            onClick={() => onChoose(fileOf(name))}
            className="block size-14 overflow-hidden rounded-full border-2 border-line transition-colors hover:border-brand"
          >
            <img src={urlOf(name)} alt="" className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  </fieldset>
)
