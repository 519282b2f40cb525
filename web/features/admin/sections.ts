import { paths } from '#contract/paths'

/** A section of the administration. Each is a route whose heading the layout renders. */
export type Section = { to: string; label: string; heading: string }

/** Sections in the layout's order. A new section adds a line here and a route to web/routes.ts. */
export const SECTIONS: readonly { label: string; sections: readonly Section[] }[] = [
  {
    label: 'Site',
    sections: [
      { to: paths.admin, label: 'Overview', heading: 'Administration' },
      { to: paths.adminSettings, label: 'Settings', heading: 'Site settings' },
      { to: paths.adminPlan, label: 'Diploma plan', heading: 'Diploma plan' },
      { to: paths.adminContent, label: 'Quests and badges', heading: 'Quests and badges' },
      { to: paths.adminJobs, label: 'Jobs', heading: 'Background work' },
      { to: paths.adminSpeed, label: 'Speed', heading: 'Site speed' },
    ],
  },
  {
    label: 'People',
    sections: [
      { to: paths.adminPeople, label: 'People', heading: 'People' },
      { to: paths.adminInvitations, label: 'Invitations', heading: 'Invitations' },
      {
        to: paths.adminAdvisors,
        label: 'Without an advisor',
        heading: 'Learners without an advisor',
      },
      { to: paths.adminFamilies, label: 'Families', heading: 'Guardian links' },
      { to: paths.adminConsents, label: 'Consent forms', heading: 'Consent forms' },
    ],
  },
  {
    label: 'Academy',
    sections: [
      { to: paths.adminConsultations, label: 'Consultations', heading: 'Consultations' },
      { to: paths.adminAgreements, label: 'Agreements', heading: 'Academy agreements' },
    ],
  },
  {
    label: 'Records',
    sections: [
      { to: paths.adminAudit(), label: 'Audit log', heading: 'Who did what' },
      { to: paths.adminAccess, label: 'Access', heading: 'Why can they see that?' },
    ],
  },
  {
    label: 'Data',
    sections: [
      { to: paths.imports, label: 'Imports', heading: 'Import people' },
      { to: paths.exports, label: 'Exports', heading: 'Export data' },
    ],
  },
  {
    label: 'Safety',
    sections: [
      { to: paths.adminModeration, label: 'Moderation', heading: 'Reports' },
      {
        to: paths.safeguarding,
        label: 'Safeguarding',
        heading: 'Safeguarding leads',
      },
    ],
  },
]

/** Section of a page: the longest matching path prefix. */
export const sectionAt = (pathname: string): Section | undefined =>
  SECTIONS.flatMap(({ sections }) => sections)
    .filter(({ to }) => `${pathname}/`.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0]
