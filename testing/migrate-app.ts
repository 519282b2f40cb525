import { migrate } from '#platform/database'
import { silentLog } from '#testing/silent-log'

// A node that only migrates, for the test that kills it.

const { CONNECTION = '', FOLDER } = process.env
await migrate({ connection: JSON.parse(CONNECTION), folder: FOLDER, log: silentLog })
