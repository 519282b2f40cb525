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

type Props = { disabled: boolean; onChoose: (drawing: AvatarDrawing) => void }

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
            onClick={() => onChoose(name)}
            className="block size-14 overflow-hidden rounded-full border-2 border-line transition-colors hover:border-brand"
          >
            <img src={urlOf(name)} alt="" className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  </fieldset>
)
