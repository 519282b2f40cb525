// How long is kept what does not stay as long as the account, in days. The privacy policy says the same, and a test reads it.

/** A sign-in that is not used. */
export const IDLE_SIGN_IN_DAYS = 30
/** Any sign-in. */
export const SIGN_IN_DAYS = 90
/** Safety reports and what was reported, once they are closed. */
export const CLOSED_REPORT_DAYS = 90
/** What each row of a brought register did. */
export const REGISTER_ROWS_DAYS = 90
/** Uploads that nothing uses. */
export const UNUSED_UPLOAD_DAYS = 7
/** Events that were removed from a calendar. */
export const REMOVED_EVENT_DAYS = 30
