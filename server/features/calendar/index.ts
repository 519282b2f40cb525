export { addEvent } from './change-event.ts'
export { datesOf } from './dates.ts'
export { endFeed } from './feed.ts'
export { calendarRoutes } from './handlers.ts'
