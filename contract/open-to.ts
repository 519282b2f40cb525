// Apart from endpoint.ts, which browsers load: these carry the whole table of permissions.
export { isOpenByCard, isOpenToAdmins } from '#rules/access'
