import { useState } from 'react'

type AvatarProps = {
  user: { first_name: string; last_name: string; avatar_url: string | null }
  className?: string
}

/** A person's picture or initials. The name must be next to it. */
export const Avatar = ({ user, className = 'size-8 text-sm' }: AvatarProps) => {
  const look = `inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-brand-soft font-semibold text-brand-strong ${className}`
  const [missing, setMissing] = useState<string>()
  if (user.avatar_url && user.avatar_url !== missing) {
    const { avatar_url: src } = user
    return (
      <img src={src} alt="" onError={() => setMissing(src)} className={`${look} object-cover`} />
    )
  }
  const initials = [user.first_name, user.last_name].map((name) => [...name][0] ?? '').join('')
  return (
    <span aria-hidden="true" className={look}>
      {initials.toUpperCase()}
    </span>
  )
}
