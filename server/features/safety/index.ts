export { deleteClosedReports } from './change-report.ts'
export { readCrisisLines } from './crisis-help.ts'
export { isWithoutFamily, withoutWithheld } from './exported.ts'
export { safetyRoutes } from './handlers.ts'
export {
  hasOpenWithheldReport,
  isToldOfWithheldThread,
  threadWithheldFrom,
  wasSentTo,
  withheldFrom,
} from './withheld.ts'
export { findStaffReader, isPersonReportOpenTo } from './impartial.ts'
export { listFilesQuotedAbout, listUnquotedFiles, quotedFiles } from './quoted-files.ts'
export { reportFindings } from './report.ts'
export { reportInThread } from './report-in-thread.ts'
export { requireHarmlessReply } from './screen-replies.ts'
export {
  reportCrisesIn,
  requireHarmless,
  requireHarmlessFor,
  storeOrReport,
} from './screen-words.ts'
export { screenEarlierWords } from './screen-earlier-words.ts'
export { withholdAnswersAboutHome, reportCrisesInWork } from './screen-work.ts'
export { isSafeguard, listSafeguards } from './safeguards.ts'
