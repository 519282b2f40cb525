import { Avatar } from '#ui'
import { withAvatarUrl } from '#web/api'

type Props = { person: { name: string; avatar_url: string | null }; className?: string }

/** Picture of a person of whom only the displayed name is known. */
export const PersonPicture = ({ person: { name, avatar_url }, className }: Props) => {
  const [first_name = '', last_name = ''] = name.split(/ (?=\S+$)/)
  return (
    <Avatar
      user={withAvatarUrl({ first_name, last_name, avatar_url })}
      {...(className ? { className } : {})}
    />
  )
}
