/** Address of the account that this page has just created. In memory: the browser's history would keep it for whoever goes back. */
export const registered: { email?: string | null } = {}
