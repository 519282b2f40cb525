import { type Invitation, INVITATION_DAYS, type InvitedRole } from '#contract/invitations'
import { paths } from '#contract/paths'
import type { Email } from '#platform/mail'

const AS: Record<InvitedRole, string> = {
  parent: 'a parent',
  advisor: 'an advisor',
  educator: 'an educator',
  admin: 'an admin',
  observer: 'an observer',
}

export const invitationEmail = (
  { id, email, role, first_name, invited_by }: Invitation,
  site: { siteName: string; publicUrl: string },
  token: string,
): Email => ({
  to: email,
  about: id,
  siteName: site.siteName,
  subject: `Your invitation to ${site.siteName}`,
  heading: `You are invited to ${site.siteName}`,
  paragraphs: [
    `Hello${first_name ? ` ${first_name}` : ''}, ${invited_by ?? 'an admin'} has invited you to ${site.siteName} as ${AS[role]}.`,
    'Follow the link to choose a password, and your account is ready.',
  ],
  action: { label: 'Accept the invitation', url: `${site.publicUrl}${paths.invitation(token)}` },
  note: `The link works for ${INVITATION_DAYS} days and only once. If you weren’t expecting this, you can ignore this email.`,
})
