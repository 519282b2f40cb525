/** What is asked for by its address alone: pictures, and files to keep. */
export const filePaths = {
  badgeArt: (badge: { id: string; version: number }, look: 'earned' | 'waiting') =>
    `/api/badges/${badge.id}/art.svg?version=${badge.version}&look=${look}`,
  credential: (code: string, file: 'badge.png' | 'badge.svg' | 'credential.json') =>
    `/api/credentials/${encodeURIComponent(code)}/${file}`,
}
