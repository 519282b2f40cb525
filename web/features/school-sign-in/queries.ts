import { client } from '#web/api'

export const schoolSignIn = client('schoolSignIn')
