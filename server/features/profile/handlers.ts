import { profile } from '#contract/profile'
import { requireHarmlessName } from '#features/people'
import { requireHarmless } from '#features/safety'
import { type App, refusedByCard, serve } from '#platform/http'

import { changeAvatar, chooseDrawing, replaceAvatar, requireUploader } from './avatar.ts'
import { changeProfile } from './change-profile.ts'
import { acceptPolicy, findProfile } from './queries.ts'

/** @param scratch folder for temporary files */
export const profileRoutes = (app: App, scratch: string): void =>
  serve(app, profile, {
    getProfile: ({ db, caller }) => findProfile(db, caller.userId),

    changeProfile: async ({ caller, body, ...parts }) => {
      const authorId = caller.userId
      const before = await findProfile(parts.db, authorId)
      const { first_name = before.first_name, last_name = before.last_name, interests = '' } = body
      const isRenamed = first_name !== before.first_name || last_name !== before.last_name
      // Friends read the name, and a guardian's export shows all of it.
      const { address_line1, address_line2, city, state, country } = body
      const address = [address_line1, address_line2, city, state, country]
      const text = [isRenamed ? `${first_name} ${last_name}` : '', interests, ...address]
      const words = text.filter(Boolean).join('\n')
      await requireHarmless(parts, { authorId, readerIds: [], text: words })
      if (isRenamed && caller.byCard) throw refusedByCard()
      if (isRenamed) requireHarmlessName({ first_name, last_name })
      return changeProfile(parts, authorId, body)
    },

    acceptPolicy: async ({ db, caller, clock }) => {
      await acceptPolicy(db, caller.userId, clock())
      return findProfile(db, caller.userId)
    },

    changeAvatar: async ({ caller, request, once, ...parts }) => {
      await requireUploader(parts.db, caller.userId, parts.clock())
      await changeAvatar(parts, scratch, { request, ownerId: caller.userId, once })
      return findProfile(parts.db, caller.userId)
    },

    chooseAvatar: async ({ caller, body, ...parts }) => {
      await chooseDrawing(parts, scratch, caller.userId, body.drawing)
      return findProfile(parts.db, caller.userId)
    },

    removeAvatar: async ({ db, caller }) => {
      await replaceAvatar(db, caller.userId, null)
      return findProfile(db, caller.userId)
    },
  })
