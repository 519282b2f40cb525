import { milestonesOfChildren } from '#views/family'
import { safetyCount } from '#views/safety'
import { client } from '#web/api'
import { ownTimeZone } from '#web/format'

export const parents = client('parents')

export const reviews = client('reviews')

/** The reader's comments on a child's work. */
export const familyComments = (id: string) => reviews.listFamilyComments.query({ params: { id } })

export const childDashboard = (id: string) =>
  parents.parentDashboard.query({ params: { id }, query: { time_zone: ownTimeZone() } })

export const childProgress = (id: string) =>
  parents.parentProgress.query({ params: { id }, query: { time_zone: ownTimeZone() } })

export const childInsights = (id: string) =>
  parents.parentInsights.query({ params: { id }, query: { time_zone: ownTimeZone() } })

export const childNews = (id: string) => parents.parentNews.query({ params: { id } })

export const childCalendar = (id: string, days: { from: string; to: string }) =>
  parents.parentCalendar.query({ params: { id }, query: { ...days, time_zone: ownTimeZone() } })

/** The reader's additions for a child. */
export const ownAdded = (id: string) => parents.listAdded.query({ params: { id } })

export const family = parents.listChildren.query({ query: { time_zone: ownTimeZone() } })

/** Notices above the list of children, and above a child's page. */
export const familyNotices = [safetyCount, milestonesOfChildren]

/** Read by `Family`. */
export const familyQueries = [family, ...familyNotices]

const OLDER = 12

/** Work handed in before a time, newest first. */
export const olderWork = (id: string, before: string) =>
  parents.listWork.pages({ params: { id }, query: { before, limit: OLDER } })
