import { invitations } from '#contract/invitations'
import { openSession } from '#features/auth'
import { type App, serve } from '#platform/http'
import { type Limit, networkOf } from '#platform/limits'

import { setUp, showSetup } from './first-admin.ts'
import {
  acceptInvitation,
  invite,
  resendInvitation,
  showInvitation,
  withdrawInvitation,
} from './invite.ts'
import { listInvitations } from './queries.ts'

const MESSAGE = 'Too many requests. Please wait a few minutes and try again.'
// A school opens its invitations from one address, on one morning.
const LINKS: Limit = { name: 'links', points: 300, seconds: 900, message: MESSAGE }
const INVITATIONS: Limit = { name: 'invitations', points: 200, seconds: 3600, message: MESSAGE }

export const invitationRoutes = (app: App): void =>
  serve(app, invitations, {
    showSetup: async ({ params, request, ...parts }) => {
      await parts.limits.take(LINKS, networkOf(request.ip))
      return showSetup(parts, params.token)
    },

    setUp: async ({ params, body, request, reply, once, ...parts }) => {
      const network = networkOf(request.ip)
      await parts.limits.take(LINKS, network)
      const id = await setUp(parts, once, { ...body, token: params.token, network })
      return openSession(parts, { request, reply }, id)
    },

    listInvitations: async ({ db }) => ({ items: await listInvitations(db), next_cursor: null }),

    invite: async ({ caller, once, request, body, ...parts }) => {
      await parts.limits.take(INVITATIONS, caller.userId)
      return invite(parts, { caller, once, address: request.ip }, body)
    },

    resendInvitation: async ({ caller, once, request, params, ...parts }) => {
      await parts.limits.take(INVITATIONS, caller.userId)
      return resendInvitation(parts, { caller, once, address: request.ip }, params.id)
    },

    withdrawInvitation: ({ caller, once, request, params }) =>
      withdrawInvitation({ caller, once, address: request.ip }, params.id),

    showInvitation: async ({ params, request, ...parts }) => {
      await parts.limits.take(LINKS, networkOf(request.ip))
      return showInvitation(parts, params.token)
    },

    acceptInvitation: async ({ params, body, request, reply, once, ...parts }) => {
      const network = networkOf(request.ip)
      await parts.limits.take(LINKS, network)
      const id = await acceptInvitation(parts, once, { ...body, token: params.token, network })
      return openSession(parts, { request, reply }, id)
    },
  })
