import { invitations } from '#contract/invitations'
import { openFirstSession } from '#features/auth'
import { type App, serve } from '#platform/http'
import { networkOf } from '#platform/limits'

import { setUp, showSetup } from './first-admin.ts'
import {
  acceptInvitation,
  invite,
  resendInvitation,
  showInvitation,
  withdrawInvitation,
} from './invite.ts'
import { listInvitations } from './queries.ts'

export const invitationRoutes = (app: App): void =>
  serve(app, invitations, {
    showSetup: ({ params, ...parts }) => showSetup(parts, params.token),

    setUp: async ({ params, body, request, reply, once, ...parts }) => {
      const network = networkOf(request.ip)
      const userId = await setUp(parts, once, { ...body, token: params.token, network })
      return openFirstSession(parts, { request, reply }, { userId, password: body.password })
    },

    listInvitations: async ({ db }) => ({ items: await listInvitations(db), next_cursor: null }),

    invite: ({ caller, once, audit, body, ...parts }) =>
      invite(parts, { caller, once, audit }, body),

    resendInvitation: ({ once, audit, params, ...parts }) =>
      resendInvitation(parts, { once, audit }, params.id),

    withdrawInvitation: ({ once, audit, params }) => withdrawInvitation({ once, audit }, params.id),

    showInvitation: ({ params, ...parts }) => showInvitation(parts, params.token),

    acceptInvitation: async ({ params, body, request, reply, once, ...parts }) => {
      const network = networkOf(request.ip)
      const userId = await acceptInvitation(parts, once, { ...body, token: params.token, network })
      return openFirstSession(parts, { request, reply }, { userId, password: body.password })
    },
  })
