// Retention periods in days, for data that is deleted before its account. A test compares them with the privacy policy.

/** An unused session. */
export const IDLE_SIGN_IN_DAYS = 30
/** Any session. */
export const SIGN_IN_DAYS = 90
/** Safety reports with the reported content, after they are closed. */
export const CLOSED_REPORT_DAYS = 90
/** Result of each row of an imported register. */
export const REGISTER_ROWS_DAYS = 90
/** Unreferenced uploads. */
export const UNUSED_UPLOAD_DAYS = 7
/** Deleted calendar events. */
export const REMOVED_EVENT_DAYS = 30
