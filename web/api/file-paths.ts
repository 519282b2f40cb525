import { apiUrl } from './base.ts'

/** URLs that are used directly: images and downloads. */
export const filePaths = {
  badgeArt: (badge: { id: string; version: number }, look: 'earned' | 'waiting') =>
    apiUrl(`/api/badges/${badge.id}/art.svg?version=${badge.version}&look=${look}`),
  /** With its proof, as JSON. */
  credential: (code: string) => apiUrl(`/api/credentials/${encodeURIComponent(code)}`),
  credentialPicture: (code: string, file: 'badge.png' | 'badge.svg') =>
    apiUrl(`/api/credentials/${encodeURIComponent(code)}/${file}`),
}

/** A person with an absolute picture URL. */
export const withAvatarUrl = <Person extends { avatar_url: string | null }>(
  person: Person,
): Person => ({
  ...person,
  avatar_url: person.avatar_url && apiUrl(person.avatar_url),
})
